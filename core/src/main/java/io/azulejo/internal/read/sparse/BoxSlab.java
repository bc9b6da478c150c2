package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.Boxes;
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
    for (int d = 0; d < low.length; d++) {
      if (isText(tile, d)) {
        if (!holdsTexts(tile, d)) {
          return false;
        }
      } else if (tile.owner().lowKey(tile.number(), d) < low[d]
          || tile.owner().highKey(tile.number(), d) > high[d]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a tile may have cells in this box, according to its bounding box. */
  boolean touches(SparseTile tile) {
    for (int d = 0; d < low.length; d++) {
      if (isText(tile, d)) {
        Boxes leaves = leaves(tile);
        boolean before =
            from[d] != null
                && tile.owner().fragment().version().hasExactStringBounds()
                && leaves.textHighs(d)[tile.number()].compareTo(from[d]) < 0;
        boolean after =
            until[d] != null && leaves.textLows(d)[tile.number()].compareTo(until[d]) >= 0;
        if (before || after) {
          return false;
        }
      } else if (tile.owner().highKey(tile.number(), d) < low[d]
          || tile.owner().lowKey(tile.number(), d) > high[d]) {
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

  private boolean holdsTexts(SparseTile tile, int d) {
    if (from[d] == null && until[d] == null) {
      return true;
    }
    Boxes leaves = leaves(tile);
    return tile.owner().fragment().version().hasExactStringBounds()
        && (from[d] == null || leaves.textLows(d)[tile.number()].compareTo(from[d]) >= 0)
        && (until[d] == null || leaves.textHighs(d)[tile.number()].compareTo(until[d]) < 0);
  }

  private static boolean isText(SparseTile tile, int d) {
    return tile.owner().isText(d);
  }

  private static Boxes leaves(SparseTile tile) {
    return tile.owner().fragment().rtree().leaves();
  }
}
