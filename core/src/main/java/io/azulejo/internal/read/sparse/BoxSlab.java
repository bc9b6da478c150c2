package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * A slab that consists of the cells in a box of coordinates.
 *
 * @param tiles the tiles that may have cells in the box
 * @param low the minimum key in each numeric dimension
 * @param high the maximum key in each numeric dimension, inclusive
 * @param from the minimum string in each string dimension; null if unbounded
 * @param until the exclusive end in each string dimension; null if unbounded
 * @param whole whether the box contains all cells of its tiles; the bounds are then ignored
 */
record BoxSlab(
    List<SparseTile> tiles, long[] low, long[] high, Slice[] from, Slice[] until, boolean whole)
    implements Slab {

  /**
   * Creates a slab of all cells of the tiles.
   *
   * @param tiles at least one tile
   */
  static BoxSlab whole(List<SparseTile> tiles) {
    int dimensions = tiles.get(0).owner().dimensions();
    return new BoxSlab(
        tiles,
        new long[dimensions],
        new long[dimensions],
        new Slice[dimensions],
        new Slice[dimensions],
        true);
  }

  @Override
  public boolean holds(SparseTile tile) {
    if (whole) {
      return true;
    }
    TreeBox box = TreeBox.of(tile);
    for (int d = 0; d < low.length; d++) {
      boolean holds =
          tile.owner().isText(d)
              ? holdsTexts(box, d)
              : box.low(d) >= low[d] && box.high(d) <= high[d];
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a tile may have cells in this box, according to its bounding box. */
  boolean touches(SparseTile tile) {
    TreeBox box = TreeBox.of(tile);
    for (int d = 0; d < low.length; d++) {
      if (tile.owner().isText(d)) {
        Slice max = box.highText(d);
        boolean before = from[d] != null && max != null && max.compareTo(from[d]) < 0;
        boolean after = until[d] != null && box.lowText(d).compareTo(until[d]) >= 0;
        if (before || after) {
          return false;
        }
      } else if (box.high(d) < low[d] || box.low(d) > high[d]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void select(Cells cells, RowSelection rows) {
    for (int d = 0; d < low.length; d++) {
      if (cells.keys[d] != null) {
        rows.keepBetween(cells.keys[d], low[d], high[d]);
        continue;
      }
      CellColumn texts = cells.coordinates[d];
      Slice first = from[d];
      Slice end = until[d];
      if (first != null) {
        rows.keep(row -> DimensionRanges.compare(texts, row, first) >= 0);
      }
      if (end != null) {
        rows.keep(row -> DimensionRanges.compare(texts, row, end) < 0);
      }
    }
  }

  private boolean holdsTexts(TreeBox box, int d) {
    Slice max = box.highText(d);
    return (from[d] == null && until[d] == null)
        || (max != null
            && (from[d] == null || box.lowText(d).compareTo(from[d]) >= 0)
            && (until[d] == null || max.compareTo(until[d]) < 0));
  }
}
