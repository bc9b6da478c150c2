package io.azulejo.internal.read.dense;

import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * Which cells a dense read wants, and their order. They are counted by positions, along one axis or
 * several.
 */
interface DenseSelection {
  /**
   * A box of positions.
   *
   * @param from the first position, by axis
   * @param until the position after the last one, by axis
   */
  record Box(long[] from, long[] until) {
    /** The number of cells; {@link Long#MAX_VALUE} where it does not fit. */
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

  /** All that is asked for. */
  Box everything();

  /**
   * The regions of a box, with their places in what holds the cells of a frame in the order of the
   * answer.
   *
   * @param frame has the box, and no more cells than an array can have
   */
  List<TileRegion> regions(Box box, Box frame);

  /** How many regions a box has, or more. */
  long regionCount(Box box);

  /** The cells of a box by their coordinates, if it is all cells of one range a dimension. */
  Optional<NDRange> range(Box box);

  /** Whether a box may have cells whose keys are within bounds. */
  boolean touches(Box box, long[] low, long[] high);

  /** Halves a box along what decides first in the order of the answer; null if it is one cell. */
  Box[] halve(Box box);

  /** Halves a box where tiles meet, as far as its ranges allow; null if there is no such place. */
  Box[] halveByTiles(Box box);
}
