package io.azulejo.internal.write.sparse;

/**
 * Bounds of the coordinates of some cells.
 *
 * @param lows minimum key of each numeric dimension
 * @param highs maximum key of each numeric dimension
 * @param negativeZero whether a coordinate is -0.0
 */
record CoordinateBounds(long[] lows, long[] highs, boolean negativeZero) {
  /** Unknown bounds, for cells that will not be sorted. */
  static final CoordinateBounds UNKNOWN = new CoordinateBounds(new long[0], new long[0], true);
}
