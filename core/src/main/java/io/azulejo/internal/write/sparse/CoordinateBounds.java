package io.azulejo.internal.write.sparse;

/**
 * Between what numbers the coordinates of some cells lie.
 *
 * @param lows the minimum key of each dimension of numbers
 * @param highs the maximum key of each dimension of numbers
 * @param negativeZero whether one of them is -0.0
 */
record CoordinateBounds(long[] lows, long[] highs, boolean negativeZero) {
  /** Unknown bounds, of cells that are not going to be sorted. */
  static final CoordinateBounds UNKNOWN = new CoordinateBounds(new long[0], new long[0], true);
}
