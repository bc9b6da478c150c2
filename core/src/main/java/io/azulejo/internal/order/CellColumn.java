package io.azulejo.internal.order;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The decoded values of one field in some cells, mostly those of one tile.
 *
 * @param data the values, little-endian
 * @param start where the first value begins in data; {@link #SAME} if the one value there is that
 *     of all cells, which {@link CellGather#fixed} alone knows
 * @param offsets where each cell begins in data, and after them where the last one ends; null for
 *     cells of fixed size
 * @param validity a byte a cell, 0 for null; null where cells can't be null
 */
public record CellColumn(byte[] data, int start, int[] offsets, byte[] validity) {
  /** In the place of where the first value begins: all cells have the one value in data. */
  static final int SAME = -1;

  /** A number of 64 bits that any number of cells have. */
  public static CellColumn same(long value) {
    byte[] data = new byte[Long.BYTES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (value >>> Byte.SIZE * i);
    }
    return new CellColumn(data, SAME, null, null);
  }

  /** A number of 64 bits for each cell. */
  public static CellColumn of(long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return fixed(data.array(), null);
  }

  /**
   * The values of cells of 64-bit numbers.
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

  /** Cells of fixed size, from the first byte on. */
  public static CellColumn fixed(byte[] data, byte[] validity) {
    return new CellColumn(data, 0, null, validity);
  }

  /** Some rows alone, in an array of their own; cells of fixed size have that many bytes. */
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

  /** Compares two strings by their unsigned bytes, the shorter prefix first. */
  static int compareText(CellColumn a, int rowA, CellColumn b, int rowB) {
    return Arrays.compareUnsigned(
        a.data, a.offsets[rowA], a.offsets[rowA + 1], b.data, b.offsets[rowB], b.offsets[rowB + 1]);
  }
}
