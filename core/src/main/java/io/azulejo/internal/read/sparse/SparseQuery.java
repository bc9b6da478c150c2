package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import java.util.Arrays;
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
  /** The deletion time of a cell that was not deleted. */
  private static final long NEVER = -1;

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

  /** Returns whether a tile may have cells outside the time range. */
  boolean cutsTimes(SparseTile tile) {
    return cutsTimes(tile.owner().fragment());
  }

  private boolean cutsTimes(Fragment fragment) {
    return fragment.footer().timestamps()
        && !times.containsAll(fragment.name().t1(), fragment.name().t2());
  }

  /**
   * Returns which parts of a fragment the read needs.
   *
   * @param conditions the conditions that the fragment's cells must meet
   */
  public SparseNeeds needs(Fragment fragment, List<FragmentCondition> conditions) {
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
    return new SparseNeeds(
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

  /** Returns whether cell times are needed before the cells of a tile can be sorted. */
  boolean ordersByTime(SparseTile tile) {
    return uniqueCells || merging || cutsTimes(tile);
  }

  /**
   * Returns the dimensions whose coordinates are needed to select or sort the cells of a tile.
   *
   * @param inSlab whether all cells of the tile are in the slab
   */
  boolean[] decidingDimensions(SparseTile tile, boolean inSlab) {
    boolean[] deciding = new boolean[dimensions.size()];
    for (int d = 0; d < deciding.length; d++) {
      deciding[d] =
          order != null
              || selection.repeats()
              || !inSlab
              || (!tile.covered && selection.decides(tile, d));
    }
    return deciding;
  }

  /**
   * Clears the mask entries of rows that fail a condition or are deleted. Drops the columns that
   * only conditions use.
   */
  void test(SparseTile tile, byte[] mask) {
    for (FragmentCondition condition : tile.conditions()) {
      tile.narrow(condition, mask);
    }
    long[] deletions = tile.deletions;
    for (int row = 0; deletions != null && row < mask.length; row++) {
      long time = deletions[row];
      if (time != NEVER && Long.compareUnsigned(time, times.end()) <= 0) {
        mask[row] = 0;
      }
    }
    tile.deletions = null;
    Arrays.fill(tile.columns, outputs, tile.columns.length, null);
  }
}
