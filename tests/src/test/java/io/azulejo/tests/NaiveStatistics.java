package io.azulejo.tests;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;

/** Statistics of cells, computed one by one. The least and the greatest value leave NaN out. */
final class NaiveStatistics {
  long cells;
  long nulls;
  boolean nan;
  Comparable<Object> least;
  Comparable<Object> greatest;
  BigInteger wholeSum = BigInteger.ZERO;
  double realSum;

  /** The sum of the absolute values, by which the rounding of the sum is bounded. */
  double realSize;

  /** A string, or a cell of several values, in the order of its bytes. */
  record Text(byte[] bytes) implements Comparable<Text> {
    @Override
    public int compareTo(Text other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Text that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(bytes);
    }
  }

  /** Adds a cell: null, a {@link BigInteger}, a {@link Double} or a {@link Text}. */
  void add(Object cell) {
    cells++;
    if (cell == null) {
      nulls++;
    } else if (cell instanceof Double real) {
      nan |= real.isNaN();
      realSum += real;
      realSize += Math.abs(real);
      if (!real.isNaN()) {
        extremes(real);
      }
    } else {
      wholeSum = cell instanceof BigInteger whole ? wholeSum.add(whole) : wholeSum;
      extremes(cell);
    }
  }

  /** Adds all cells of another. */
  void add(NaiveStatistics other) {
    cells += other.cells;
    nulls += other.nulls;
    nan |= other.nan;
    realSum += other.realSum;
    realSize += other.realSize;
    wholeSum = wholeSum.add(other.wholeSum);
    if (other.least != null) {
      extremes(other.least);
      extremes(other.greatest);
    }
  }

  @SuppressWarnings("unchecked")
  private void extremes(Object value) {
    least = least == null || least.compareTo(value) > 0 ? (Comparable<Object>) value : least;
    greatest =
        greatest == null || greatest.compareTo(value) < 0 ? (Comparable<Object>) value : greatest;
  }
}
