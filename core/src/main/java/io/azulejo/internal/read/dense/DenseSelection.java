package io.azulejo.internal.read.dense;

import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The cells that a dense read selects, and their order. Cells are addressed by positions along one
 * or more axes.
 */
interface DenseSelection {
  /**
   * A box of positions.
   *
   * @param from the first position on each axis
   * @param until the end position on each axis, exclusive
   */
  record Box(long[] from, long[] until) {
    /**
     * Returns the number of cells, or {@link Long#MAX_VALUE} if it is too large for a {@code long}.
     */
    long cells() {
      long cells = 1;
      for (int d = 0; d < from.length; d++) {
        long count = until[d] - from[d];
        if (Math.multiplyHigh(cells, count) != 0 || cells * count < 0) {
          return Long.MAX_VALUE;
        }
        cells *= count;
      }
      return cells;
    }
  }

  /** Returns the box of all selected cells. */
  Box everything();

  /**
   * Returns the tile regions of a box. Their batch indexes are relative to a frame, whose cells are
   * stored in the order of the result.
   *
   * @param frame a box that contains {@code box} and whose cells fit into a Java array
   */
  List<TileRegion> regions(Box box, Box frame);

  /**
   * Returns whether a test holds for all cells of a box. Passes regions with these cells to it, in
   * the order of the result, until one fails. Several regions may be in the same tile.
   */
  boolean all(Box box, Predicate<TileRegion> test);

  /** Returns whether some regions may list their cells one by one. */
  boolean listsCells();

  /** Returns an upper bound on the number of regions in a box. */
  long regionCount(Box box);

  /**
   * Returns the coordinate ranges of a box. Empty if its cells are not exactly the cells of one
   * range per dimension.
   */
  Optional<NDRange> range(Box box);

  /** Returns whether a box may contain cells whose keys lie within inclusive bounds. */
  boolean touches(Box box, long[] low, long[] high);

  /**
   * Halves a box along the axis that varies slowest in the result, or returns null if the box is a
   * single cell.
   */
  Box[] halve(Box box);

  /**
   * Halves a box at a tile boundary if its ranges allow this, or returns null if the box cannot be
   * divided by tiles.
   */
  Box[] halveByTiles(Box box);
}
