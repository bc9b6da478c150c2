package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import java.util.Arrays;
import java.util.List;

/**
 * What a sparse read wants, as its steps need it.
 *
 * @param dimensions the dimensions of the array
 * @param columns the columns of the answer, then other attributes that decide which cells are in it
 * @param outputs how many columns the answer has
 * @param selection the cells by their coordinates
 * @param times the times of the open
 * @param order the order of the answer; null where any will do and no cell can hide another
 * @param uniqueCells whether of cells with equal coordinates only the newest one counts
 * @param merging whether cells become those of other fragments, with all that is known of them
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
  /** The time of deletion of a cell that was not deleted. */
  private static final long NEVER = -1;

  /** The columns of the answer. */
  List<OutputField> fields() {
    return columns.subList(0, outputs);
  }

  /** Whether cells do not come as they lie, each once. */
  boolean ordersCells() {
    return order != null || uniqueCells || selection.repeats();
  }

  /** Whether some cells of a tile may be of times outside of those of the open. */
  boolean cutsTimes(SparseTile tile) {
    return cutsTimes(tile.owner().fragment());
  }

  private boolean cutsTimes(Fragment fragment) {
    return fragment.footer().timestamps()
        && !times.containsAll(fragment.name().t1(), fragment.name().t2());
  }

  /** What is needed of a fragment whose cells have to meet some conditions. */
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

  /** Whether the times of all cells of a tile are needed before they are put in order. */
  boolean ordersByTime(SparseTile tile) {
    return uniqueCells || merging || cutsTimes(tile);
  }

  /**
   * The dimensions whose coordinates decide which cells of a tile are in a slab, or their order.
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
   * Removes rows that fail a condition or are deleted from a mask, and drops the columns that
   * decided.
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
