package io.azulejo.internal.read;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.TileStatistics;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes whole tiles into aggregates by what their statistics tell, where these tell all that is
 * wanted. It is for others to say that all cells of a tile count, each once.
 */
final class TileAnswers {
  private final AggregateRun run;
  private final List<FieldTotals> totals;
  private final Map<Fragment, TileStatistics[]> known = new IdentityHashMap<>();

  TileAnswers(AggregateRun run) {
    this.run = run;
    this.totals = run.totals();
  }

  /** Loads what is needed of some fragments, of many at a time. */
  void load(List<Fragment> fragments, ReadScope scope) {
    List<TileStatistics[]> loaded = scope.io(fragments, this::statistics);
    for (int i = 0; i < loaded.size(); i++) {
      known.put(fragments.get(i), loaded.get(i));
    }
  }

  /** For each field its statistics; null where there are none, or not of one of them. */
  private TileStatistics[] statistics(Fragment fragment) {
    TileStatistics[] statistics = new TileStatistics[totals.size()];
    for (int i = 0; i < statistics.length; i++) {
      OutputField field = totals.get(i).field();
      Optional<FieldStorage> storage =
          field.isTimestamps() ? Optional.empty() : fragment.field(field.name());
      if (storage.isEmpty()) {
        return null;
      }
      statistics[i] = fragment.statistics(storage.get());
    }
    return statistics;
  }

  /**
   * Takes a tile in; not where its statistics do not tell all.
   *
   * @param fragment one of those that were loaded
   * @param cells the cells of the tile
   */
  boolean take(Fragment fragment, int tile, long cells) {
    TileStatistics[] statistics = known.get(fragment);
    if (statistics == null) {
      return false;
    }
    for (int i = 0; i < statistics.length; i++) {
      if (!totals.get(i).isKnown(statistics[i], tile, cells)) {
        return false;
      }
    }
    for (int i = 0; i < statistics.length; i++) {
      totals.get(i).add(statistics[i], tile, cells);
    }
    run.addCells(cells);
    return true;
  }
}
