package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.Fragment;
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
 * @param ranges the ranges of each dimension
 * @param times the times of the open
 * @param order the order of the answer; null where any will do and no cell can hide another
 * @param uniqueCells whether of cells with equal coordinates only the newest one counts
 * @param repeatsCells whether a cell in several ranges comes several times
 */
record SparseQuery(
    List<Dimension> dimensions,
    List<OutputField> columns,
    int outputs,
    DimensionRanges[] ranges,
    TimeRange times,
    CellKeys order,
    boolean uniqueCells,
    boolean repeatsCells) {
  /** The time of deletion of a cell that was not deleted. */
  private static final long NEVER = -1;

  /** The columns of the answer. */
  List<OutputField> fields() {
    return columns.subList(0, outputs);
  }

  /** Whether some cells of a tile may be of times outside of those of the open. */
  boolean cutsTimes(SparseTile tile) {
    return cutsTimes(tile.owner.fragment());
  }

  private boolean cutsTimes(Fragment fragment) {
    return fragment.footer().timestamps()
        && !times.containsAll(fragment.name().t1(), fragment.name().t2());
  }

  /** What is needed of a fragment whose cells have to meet some conditions. */
  SparseNeeds needs(Fragment fragment, List<FragmentCondition> conditions) {
    boolean boxes = uniqueCells && !conditions.isEmpty();
    boolean[] coordinates = new boolean[dimensions.size()];
    for (int d = 0; d < coordinates.length; d++) {
      int dimension = d;
      coordinates[d] =
          order != null
              || repeatsCells
              || !ranges[d].isEverything()
              || columns.stream().anyMatch(column -> column.dimension() == dimension);
      boxes |= !ranges[d].isEverything();
    }
    boolean times =
        uniqueCells
            || cutsTimes(fragment)
            || columns.stream().anyMatch(OutputField::isTimestamps)
            || conditions.stream().anyMatch(FragmentCondition::sparesNewer);
    return new SparseNeeds(
        dimensions, coordinates, columns, outputs, conditions, order != null, times, boxes);
  }

  /**
   * The dimensions whose coordinates decide which cells of a tile are in a slab, or their order.
   */
  boolean[] decidingDimensions(SparseTile tile, boolean inSlab) {
    boolean[] deciding = new boolean[dimensions.size()];
    for (int d = 0; d < deciding.length; d++) {
      deciding[d] =
          order != null || repeatsCells || !inSlab || (!tile.covered && !ranges[d].isEverything());
    }
    return deciding;
  }

  /** Selects the rows of a tile that are within the times, in a slab and within the ranges. */
  void select(SparseTile tile, Slab slab) {
    boolean inSlab = slab.holds(tile);
    boolean cutsTimes = cutsTimes(tile);
    if (tile.covered && inSlab && !cutsTimes) {
      return;
    }
    RowSelection rows = new RowSelection(tile.cells);
    if (cutsTimes) {
      rows.keep(row -> times.contains(tile.times[row]));
    }
    if (!inSlab) {
      slab.select(tile, rows);
    }
    for (int d = 0; !tile.covered && d < ranges.length; d++) {
      if (!ranges[d].isEverything()) {
        select(tile, d, rows);
      }
    }
    tile.select(rows);
  }

  private void select(SparseTile tile, int d, RowSelection rows) {
    if (tile.keys[d] != null) {
      ranges[d].select(tile.keys[d], rows);
    } else {
      ranges[d].select(tile.coordinates[d], rows);
    }
  }

  /** Takes the rows out of a mask that fail a condition or are deleted, and forgets what told. */
  void test(SparseTile tile, byte[] mask) {
    for (FragmentCondition condition : tile.conditions) {
      condition.narrow(tile, mask);
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

  /** How often a cell comes: once for each combination of ranges that it is in. */
  int multiplicity(SparseTile tile, int row) {
    int times = 1;
    for (int d = 0; d < ranges.length; d++) {
      times *=
          tile.keys[d] != null
              ? ranges[d].multiplicity(tile.keys[d][row])
              : ranges[d].multiplicity(tile.coordinates[d], row);
    }
    return times;
  }
}
