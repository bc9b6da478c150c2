package io.azulejo.internal.read.statistics;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.sparse.SparseConditions;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.ArrayStatistics;
import io.azulejo.query.FieldStatistics;
import io.azulejo.query.Statistic;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes array statistics from fragment metadata. */
public final class StatisticsPlan {
  /**
   * Maximum number of fragments for an overlap check in arrays with string dimensions, where it
   * takes quadratic time.
   */
  private static final int FEW = 1000;

  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ReadScope scope;
  private final List<Fragment> fragments;
  private final SparseConditions deletions;

  /**
   * Creates a plan for the cells that are visible in a snapshot.
   *
   * @param scope the scope of this call; it is not released here
   */
  public StatisticsPlan(Snapshot snapshot, ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.scope = scope;
    this.fragments =
        snapshot.fragments().stream()
            .filter(fragment -> fragment.writtenCells() > 0)
            .map(fragment -> fragment.withStorage(scope.storage()))
            .toList();
    this.deletions = SparseConditions.of(snapshot, Optional.empty(), Optional.empty(), List.of());
  }

  /** Returns statistics of the array and of the given fields. */
  public ArrayStatistics answer(List<OutputField> fields) {
    List<List<StatisticsSummary>> known =
        scope.io(
            fragments,
            fragment ->
                fields.stream().map(field -> StatisticsSummary.of(field, fragment)).toList());
    long cells = 0;
    for (Fragment fragment : fragments) {
      cells = Math.addExact(cells, fragment.writtenCells());
    }
    boolean all = seesAll();
    Map<String, FieldStatistics> answers = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      OutputField field = fields.get(i);
      StatisticsSummary summary = new StatisticsSummary(field);
      for (List<StatisticsSummary> ofFragment : known) {
        summary.add(ofFragment.get(i));
      }
      answers.put(field.name(), summary.known(cells, all));
    }
    return new Known(all ? Statistic.exact(cells) : Statistic.bound(cells), answers);
  }

  private record Known(Statistic<Long> cells, Map<String, FieldStatistics> fields)
      implements ArrayStatistics {
    Known {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /** Returns whether every cell of every fragment is visible exactly once. */
  private boolean seesAll() {
    return fragments.stream().noneMatch(this::mayBeCut)
        && (schema.allowsDuplicates() || areApart());
  }

  /**
   * Returns whether some cells of a fragment may be invisible even if no other fragment hides them.
   */
  private boolean mayBeCut(Fragment fragment) {
    boolean outside =
        schema.currentDomain().stream()
            .anyMatch(
                current ->
                    !fragment.nonEmptyDomain().equals(Optional.of(inside(current, fragment))));
    if (outside || fragment.dense()) {
      return outside;
    }
    boolean times = fragment.footer().timestamps();
    return (times
            && !(schema.allowsDuplicates()
                && snapshot.times().containsAll(fragment.name().t1(), fragment.name().t2())))
        || fragment.footer().deleteMetadata()
        || !deletions.of(fragment).isEmpty();
  }

  private NDRange inside(NDRange current, Fragment fragment) {
    NDRange box = fragment.nonEmptyDomain().orElse(current);
    return NonEmptyDomain.overlap(schema, current, box)
        ? NonEmptyDomain.common(schema, current, box)
        : current;
  }

  private boolean areApart() {
    if (NonEmptyDomain.areApart(schema, fragments)) {
      return true;
    }
    List<Dimension> dimensions = schema.dimensions();
    if ((fragments.size() > FEW && dimensions.stream().anyMatch(Dimension::isVar))
        || fragments.stream().anyMatch(fragment -> fragment.nonEmptyDomain().isEmpty())) {
      return false;
    }
    BoxTree<Fragment> tree =
        new BoxTree<>(
            fragments,
            each -> NonEmptyDomain.lows(dimensions, box(each)),
            each -> NonEmptyDomain.highs(dimensions, box(each)));
    return fragments.stream()
        .noneMatch(
            each ->
                tree.any(
                    BoxTree.overlapping(
                        NonEmptyDomain.lows(dimensions, box(each)),
                        NonEmptyDomain.highs(dimensions, box(each))),
                    other ->
                        other != each && NonEmptyDomain.overlap(schema, box(each), box(other))));
  }

  private static NDRange box(Fragment fragment) {
    return fragment.nonEmptyDomain().orElseThrow();
  }
}
