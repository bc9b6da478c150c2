package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * What a sparse read wants, as its steps need it.
 *
 * @param dimensions the dimensions of the array
 * @param fields the columns of the answer
 * @param ranges the ranges of each dimension
 * @param times the times of the open
 * @param order the order of the answer; null where any will do and no cell can hide another
 * @param uniqueCells whether of cells with equal coordinates only the newest one counts
 * @param repeatsCells whether a cell in several ranges comes several times
 */
record SparseQuery(
    List<Dimension> dimensions,
    List<OutputField> fields,
    DimensionRanges[] ranges,
    TimeRange times,
    CellKeys order,
    boolean uniqueCells,
    boolean repeatsCells) {

  /** Whether some cells of a tile may be of times outside of those of the open. */
  boolean cutsTimes(SparseTile tile) {
    return cutsTimes(tile.owner.fragment());
  }

  private boolean cutsTimes(Fragment fragment) {
    return fragment.footer().timestamps()
        && !times.containsAll(fragment.name().t1(), fragment.name().t2());
  }

  /** Whether the times of cells are needed of a fragment, if it has them. */
  boolean needsTimes(Fragment fragment) {
    return uniqueCells
        || cutsTimes(fragment)
        || fields.stream().anyMatch(OutputField::isTimestamps);
  }

  /** The dimensions whose coordinates may be needed. */
  boolean[] neededDimensions() {
    boolean[] needed = new boolean[dimensions.size()];
    for (int d = 0; d < needed.length; d++) {
      needed[d] = order != null || repeatsCells || !ranges[d].isEverything() || isRequested(d);
    }
    return needed;
  }

  /** The dimensions whose coordinates are needed of a tile; null for none. */
  boolean[] dimensionsOf(SparseTile tile, boolean inSlab) {
    boolean[] needed = new boolean[dimensions.size()];
    boolean any = false;
    for (int d = 0; d < needed.length; d++) {
      needed[d] = needsKeys(tile, inSlab, d) || isRequested(d);
      any |= needed[d];
    }
    return any ? needed : null;
  }

  /** Whether the coordinates of a dimension decide anything about the cells of a tile. */
  boolean needsKeys(SparseTile tile, boolean inSlab, int d) {
    return order != null || repeatsCells || !inSlab || (!tile.covered && !ranges[d].isEverything());
  }

  /** Keeps the rows of a tile that are within the ranges. */
  void select(SparseTile tile, RowSelection rows) {
    for (int d = 0; d < ranges.length; d++) {
      if (ranges[d].isEverything()) {
        continue;
      }
      if (tile.keys[d] != null) {
        ranges[d].select(tile.keys[d], rows);
      } else {
        ranges[d].select(tile.coordinates[d], rows);
      }
    }
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

  private boolean isRequested(int d) {
    return fields.stream().anyMatch(field -> field.dimension() == d);
  }
}
