package io.azulejo.tests;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
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

  /** The most bits that the sum of integers had on the way, without its sign. */
  int wholeBits;

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
      wholeBits = Math.max(wholeBits, wholeSum.bitLength());
      extremes(cell);
    }
  }

  /** Adds a cell of a column, both zeros as one. */
  void add(Column column, int row) {
    add(value(column, row));
  }

  /** The value of a cell, as {@link #add(Object)} takes it. */
  static Object value(Column column, int row) {
    Datatype type = column.type();
    if (column.isNull(row)) {
      return null;
    }
    boolean one = column instanceof FixedColumn fixed && fixed.valuesPerCell() == 1;
    if (one && type.isFloatingPoint()) {
      return column.getDouble(row) + 0.0;
    }
    return one && (type.isIntegerValued() || type == Datatype.CHAR)
        ? whole(type, column.getLong(row))
        : new Text(column.getBytes(row));
  }

  /** The integer of some bits. */
  static BigInteger whole(Datatype type, long bits) {
    return type == Datatype.UINT64
        ? new BigInteger(Long.toUnsignedString(bits))
        : BigInteger.valueOf(bits);
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
