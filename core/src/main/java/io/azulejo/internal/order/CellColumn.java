package io.azulejo.internal.order;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The decoded values of one field in some cells, usually the cells of one tile.
 *
 * @param data the values, little-endian
 * @param start position of the first value in data; {@link #SAME} if all cells share the one value
 *     in data, which only {@link CellGather#fixed} supports
 * @param offsets start of each cell in data, then the end of the last one; null for fixed-size
 *     cells
 * @param validity one byte per cell, 0 for null; null if cells cannot be null
 */
public record CellColumn(byte[] data, int start, int[] offsets, byte[] validity) {
  /** The start of a column whose cells all share one value. */
  static final int SAME = -1;

  /** Returns a column of any number of cells that share a 64-bit number. */
  public static CellColumn same(long value) {
    byte[] data = new byte[Long.BYTES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (value >>> Byte.SIZE * i);
    }
    return new CellColumn(data, SAME, null, null);
  }

  /** Returns a column with one 64-bit number per cell. */
  public static CellColumn of(long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return fixed(data.array(), null);
  }

  /**
   * Returns the values of a column of 64-bit numbers.
   *
   * @param count the number of cells
   */
  public long[] toLongs(int count) {
    long[] values = new long[count];
    ByteBuffer.wrap(data, start, count * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(values);
    return values;
  }

  /** Returns a column of fixed-size cells that start at the first byte. */
  public static CellColumn fixed(byte[] data, byte[] validity) {
    return new CellColumn(data, 0, null, validity);
  }

  /**
   * Copies rows into a new column.
   *
   * @param cellSize size in bytes of a fixed-size cell
   */
  public CellColumn take(int[] rows, int cellSize) {
    byte[] taken = validity == null ? null : new byte[rows.length];
    for (int i = 0; taken != null && i < rows.length; i++) {
      taken[i] = validity[rows[i]];
    }
    if (offsets == null) {
      byte[] cells = new byte[rows.length * cellSize];
      CellGather.rows(data, start, rows, 0, rows.length, cellSize, cells, 0);
      return fixed(cells, taken);
    }
    int[] starts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      starts[i + 1] = starts[i] + offsets[rows[i] + 1] - offsets[rows[i]];
    }
    byte[] cells = new byte[starts[rows.length]];
    for (int i = 0; i < rows.length; i++) {
      CellGather.copy(
          data, offsets[rows[i]], cells, starts[i], starts[i + 1] - starts[i], cells.length);
    }
    return new CellColumn(cells, 0, starts, taken);
  }

  /** Compares two strings by unsigned bytes; a prefix sorts before longer strings. */
  static int compareText(CellColumn a, int rowA, CellColumn b, int rowB) {
    return Arrays.compareUnsigned(
        a.data, a.offsets[rowA], a.offsets[rowA + 1], b.data, b.offsets[rowB], b.offsets[rowB + 1]);
  }
}
