package io.azulejo.internal.read.dense;

import java.util.List;

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
   * The regions of a box, with their places in a batch that holds the box in the order of the
   * answer; of no more cells than an array can have.
   */
  List<Region> regions(Box box);

  /** Whether a box may have cells whose keys are within bounds. */
  boolean touches(Box box, long[] low, long[] high);

  /** Halves a box along what decides first in the order of the answer; null if it is one cell. */
  Box[] halve(Box box);
}
