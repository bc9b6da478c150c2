package io.azulejo.internal.order;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.List;

/**
 * Computes the positions of cells on the Hilbert curve of an array. First, each coordinate is
 * mapped to {@code 63 / D} bits, where {@code D} is the number of dimensions. Then Skilling's
 * transform from axes to transpose ("Programming the Hilbert curve", 2004) is applied. Finally, the
 * bits of all axes are interleaved, starting with the first dimension.
 */
final class HilbertCurve {
  private static final int BLOCK = 512;

  private final int bits;
  private final Datatype[] types;
  private final double[] lows;
  private final double[] spans;
  private final HilbertTable table;

  HilbertCurve(List<Dimension> dimensions) {
    int count = dimensions.size();
    bits = 63 / count;
    types = new Datatype[count];
    lows = new double[count];
    spans = new double[count];
    table = count == 1 || count > HilbertTable.MAX_DIMENSIONS ? null : new HilbertTable(count);
    for (int d = 0; d < count; d++) {
      Dimension dimension = dimensions.get(d);
      types[d] = dimension.type();
      if (!dimension.isVar()) {
        Range domain = dimension.domain().orElseThrow();
        lows[d] = asDouble(types[d], CoordinateKeys.low(types[d], domain));
        spans[d] = asDouble(types[d], CoordinateKeys.high(types[d], domain)) - lows[d];
      }
    }
  }

  /** Returns a new buffer for {@link #place}. Each thread needs its own buffer. */
  long[] axes() {
    return new long[types.length];
  }

  /**
   * Computes the positions of selected cells on the curve.
   *
   * @param from the index of the first selected cell
   * @param count the number of cells
   * @param places receives the positions as unsigned numbers
   * @param at the index of the first position in {@code places}
   */
  void places(Cells cells, int from, int count, long[] places, int at) {
    long[][] axes = new long[types.length][Math.min(BLOCK, count)];
    for (int done = 0; done < count; done += BLOCK) {
      int length = Math.min(BLOCK, count - done);
      for (int d = 0; d < axes.length; d++) {
        axes(cells, d, from + done, length, axes[d]);
      }
      if (axes.length == 1) {
        System.arraycopy(axes[0], 0, places, at + done, length);
      } else if (table != null) {
        table.places(axes, bits, length, places, at + done);
      } else {
        encodeWithoutTable(axes, length, places, at + done);
      }
    }
  }

  private void axes(Cells cells, int d, int from, int count, long[] axis) {
    if (cells.keys[d] == null) {
      for (int i = 0; i < count; i++) {
        axis[i] = prefix(cells.coordinates[d], cells.row(from + i)) >>> Long.SIZE - bits;
      }
      return;
    }
    long[] keys = cells.keys[d];
    double low = lows[d];
    double span = spans[d];
    double mask = (double) ((1L << bits) - 1);
    if (types[d].isFloatingPoint() || types[d] == Datatype.UINT64) {
      for (int i = 0; i < count; i++) {
        double value = asDouble(types[d], keys[cells.row(from + i)]);
        axis[i] = truncate((value - low) / span * mask);
      }
    } else {
      for (int i = 0; i < count; i++) {
        axis[i] = truncate(((double) keys[cells.row(from + i)] - low) / span * mask);
      }
    }
  }

  private void encodeWithoutTable(long[][] axes, int count, long[] places, int at) {
    long[] cell = new long[axes.length];
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < cell.length; d++) {
        cell[d] = axes[d][i];
      }
      places[at + i] = place(cell);
    }
  }

  /**
   * Returns the position of a cell on the curve, as an unsigned number.
   *
   * @param coordinates the coordinates of each dimension; needed only for string dimensions
   * @param keys the coordinate keys of each dimension; null for string dimensions
   * @param row the row of the cell in these arrays
   * @param axes a buffer from {@link #axes()}
   */
  long place(CellColumn[] coordinates, long[][] keys, int row, long[] axes) {
    long mask = (1L << bits) - 1;
    for (int d = 0; d < axes.length; d++) {
      if (keys[d] == null) {
        axes[d] = prefix(coordinates[d], row) >>> Long.SIZE - bits;
      } else {
        double value = asDouble(types[d], keys[d][row]);
        axes[d] = truncate((value - lows[d]) / spans[d] * (double) mask);
      }
    }
    if (axes.length == 1) {
      return axes[0];
    }
    return place(axes);
  }

  private long place(long[] axes) {
    transpose(axes);
    long place = 0;
    for (int bit = bits - 1; bit >= 0; bit--) {
      for (long axis : axes) {
        place = place << 1 | axis >>> bit & 1;
      }
    }
    return place;
  }

  /**
   * Returns the integer part of a scaled coordinate, as an unsigned number of at most 2^63. This
   * limit is reached in one dimension, where the mask is rounded to 2^63 as a floating-point
   * number. The position of the largest coordinate is then 2^63. The limit also applies if the
   * domain is too wide for floating-point numbers.
   */
  private static long truncate(double scaled) {
    return scaled < 0x1p63 ? (long) scaled : Long.MIN_VALUE;
  }

  private void transpose(long[] axes) {
    int last = axes.length - 1;
    for (long q = 1L << bits - 1; q > 1; q >>= 1) {
      long p = q - 1;
      for (int i = 0; i <= last; i++) {
        if ((axes[i] & q) != 0) {
          axes[0] ^= p;
        } else {
          long t = (axes[0] ^ axes[i]) & p;
          axes[0] ^= t;
          axes[i] ^= t;
        }
      }
    }
    for (int i = 1; i <= last; i++) {
      axes[i] ^= axes[i - 1];
    }
    long t = 0;
    for (long q = 1L << bits - 1; q > 1; q >>= 1) {
      if ((axes[last] & q) != 0) {
        t ^= q - 1;
      }
    }
    for (int i = 0; i <= last; i++) {
      axes[i] ^= t;
    }
  }

  /**
   * Returns the first 8 bytes of a string. As in the reference engine, a byte of 0x80 or more sets
   * all bits above it.
   */
  private static long prefix(CellColumn texts, int row) {
    int start = texts.offsets()[row];
    int end = texts.offsets()[row + 1];
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix <<= 8;
      if (start + i < end) {
        prefix |= texts.data()[start + i];
      }
    }
    return prefix;
  }

  private static double asDouble(Datatype type, long key) {
    if (type.isFloatingPoint()) {
      return CoordinateKeys.toFloatingPoint(type, key);
    }
    long value = CoordinateKeys.toInteger(type, key);
    if (type == Datatype.UINT64 && value < 0) {
      double half = (double) (value >>> 1 | value & 1);
      return half * 2;
    }
    return (double) value;
  }
}
