package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * The parameters of a sparse read.
 *
 * @param dimensions the dimensions of the array
 * @param columns the columns of the result, followed by the other fields that conditions use
 * @param outputs the number of columns in the result
 * @param selection selects cells by coordinates
 * @param times the time range at which the array was opened
 * @param order the order of the result; null if any order will do and no cell can hide another
 * @param uniqueCells whether only the newest of several cells with the same coordinates counts
 * @param merging whether the cells are written to another fragment, with their times and deletions
 */
public record SparseQuery(
    List<Dimension> dimensions,
    List<OutputField> columns,
    int outputs,
    SparseSelection selection,
    TimeRange times,
    CellKeys order,
    boolean uniqueCells,
    boolean merging) {
  /** Returns the columns of the result. */
  List<OutputField> fields() {
    return columns.subList(0, outputs);
  }

  /**
   * Returns whether cells must be sorted, deduplicated or repeated, instead of being returned once
   * each in storage order.
   */
  boolean ordersCells() {
    return order != null || uniqueCells || selection.repeats();
  }

  /** Returns whether a fragment may have cells outside the time range. */
  boolean cutsTimes(Fragment fragment) {
    return fragment.footer().timestamps()
        && !times.containsAll(fragment.name().t1(), fragment.name().t2());
  }

  /**
   * Returns which parts of a fragment the read needs.
   *
   * @param conditions the conditions that the fragment's cells must meet
   */
  public SparseFragment.Needs needs(Fragment fragment, List<FragmentCondition> conditions) {
    boolean boxes = !selection.isEverything() || (uniqueCells && !conditions.isEmpty());
    boolean[] coordinates = new boolean[dimensions.size()];
    for (int d = 0; d < coordinates.length; d++) {
      int dimension = d;
      coordinates[d] =
          order != null
              || selection.decides(d)
              || columns.stream().anyMatch(column -> column.dimension() == dimension);
    }
    boolean times =
        uniqueCells
            || merging
            || cutsTimes(fragment)
            || columns.stream().anyMatch(OutputField::isTimestamps)
            || conditions.stream().anyMatch(FragmentCondition::sparesNewer);
    return new SparseFragment.Needs(
        dimensions,
        coordinates,
        columns,
        outputs,
        conditions,
        order != null,
        times,
        boxes,
        merging);
  }

  /** Returns whether cell times are needed before the cells of a fragment can be sorted. */
  boolean ordersByTime(Fragment fragment) {
    return uniqueCells || merging || cutsTimes(fragment);
  }
}
