package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileAggregator;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Adds whole tiles to aggregates from their statistics, if these are sufficient for all aggregates.
 */
public final class StatisticsAggregator implements TileAggregator {
  private final AggregateRun run;
  private final List<FieldAccumulator> accumulators;
  private final Map<Fragment, TileStatistics[]> known = new IdentityHashMap<>();

  public StatisticsAggregator(AggregateRun run) {
    this.run = run;
    this.accumulators = run.accumulators();
  }

  @Override
  public void load(List<Fragment> fragments, ReadScope scope) {
    List<TileStatistics[]> loaded = scope.io(fragments, this::statistics);
    for (int i = 0; i < loaded.size(); i++) {
      known.put(fragments.get(i), loaded.get(i));
    }
  }

  private TileStatistics[] statistics(Fragment fragment) {
    return statistics(fragment, Fragment::statistics);
  }

  /**
   * Returns the statistics of each aggregated field, or null if the fragment lacks a field or the
   * field is the cell timestamp.
   */
  private TileStatistics[] statistics(
      Fragment fragment, BiFunction<Fragment, FieldStorage, TileStatistics> kind) {
    TileStatistics[] statistics = new TileStatistics[accumulators.size()];
    for (int i = 0; i < statistics.length; i++) {
      OutputField field = accumulators.get(i).field();
      Optional<FieldStorage> storage =
          field.isTimestamps() ? Optional.empty() : fragment.field(field.name());
      if (storage.isEmpty()) {
        return null;
      }
      statistics[i] = kind.apply(fragment, storage.get());
    }
    return statistics;
  }

  @Override
  public Set<Fragment> takeFragments(List<Fragment> fragments, ReadScope scope) {
    List<TileStatistics[]> whole =
        scope.io(fragments, fragment -> statistics(fragment, Fragment::fragmentStatistics));
    Set<Fragment> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < whole.size(); i++) {
      if (take(whole.get(i), 0, fragments.get(i).writtenCells())) {
        taken.add(fragments.get(i));
      }
    }
    return taken;
  }

  @Override
  public boolean take(Fragment fragment, int tile, long cells) {
    return take(known.get(fragment), tile, cells);
  }

  private boolean take(TileStatistics[] statistics, int tile, long cells) {
    if (statistics == null) {
      return false;
    }
    for (int i = 0; i < statistics.length; i++) {
      if (!accumulators.get(i).isKnown(statistics[i], tile, cells)) {
        return false;
      }
    }
    for (int i = 0; i < statistics.length; i++) {
      accumulators.get(i).add(statistics[i], tile, cells);
    }
    run.addCells(cells);
    return true;
  }
}
