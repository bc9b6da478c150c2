package io.azulejo.internal.order;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The decoded values of one field for several cells, usually the cells of one tile. The arrays are
 * not copied.
 *
 * <p>A column of strings can be coded: {@code data} and {@code offsets} then hold a list of
 * strings, and each cell has the index of its string in the list. Conditions test each string of
 * the list once, and {@link CellGather} copies strings from the list. Everything else needs the
 * strings of the cells; see {@link #expanded}.
 *
 * @param data the values, little-endian
 * @param start the position of the first cell in {@code data} if cells have a fixed size. {@link
 *     #SAME} means that all cells share the one value in {@code data}; only {@link
 *     CellGather#fixed} supports this.
 * @param offsets the start of each cell in {@code data}, then the end of the last one; null for
 *     fixed-size cells
 * @param validity one byte per cell, which is 0 for null; null if cells cannot be null
 * @param codes the index of each cell's string in the list of strings; null if the column is not
 *     coded
 */
public record CellColumn(byte[] data, int start, int[] offsets, byte[] validity, int[] codes) {
  /** The value of {@code start} in a column whose cells all share one value. */
  static final int SAME = -1;

  /** Creates a column that is not coded. */
  public CellColumn(byte[] data, int start, int[] offsets, byte[] validity) {
    this(data, start, offsets, validity, null);
  }

  /** Creates a column of any number of cells that all have the same 64-bit number. */
  public static CellColumn same(long value) {
    byte[] data = new byte[Long.BYTES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (value >>> Byte.SIZE * i);
    }
    return new CellColumn(data, SAME, null, null);
  }

  /** Creates a column with one 64-bit number per cell. */
  public static CellColumn of(long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return fixed(data.array(), null);
  }

  /**
   * Returns the first values of a column of 64-bit numbers.
   *
   * @param count the number of values
   */
  public long[] toLongs(int count) {
    long[] values = new long[count];
    ByteBuffer.wrap(data, start, count * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(values);
    return values;
  }

  /**
   * Creates a column of fixed-size cells, which start at the first byte of the data.
   *
   * @param validity one byte per cell, which is 0 for null; null if cells cannot be null
   */
  public static CellColumn fixed(byte[] data, byte[] validity) {
    return new CellColumn(data, 0, null, validity);
  }

  /**
   * Copies rows to a new column.
   *
   * @param rows the rows to copy, in the order of the new column
   * @param cellSize the size of a cell in bytes; ignored for variable-size cells
   */
  public CellColumn take(int[] rows, int cellSize) {
    byte[] taken = validity == null ? null : new byte[rows.length];
    for (int i = 0; taken != null && i < rows.length; i++) {
      taken[i] = validity[rows[i]];
    }
    if (codes != null) {
      int[] takenCodes = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        takenCodes[i] = codes[rows[i]];
      }
      return new CellColumn(data, start, offsets, taken, takenCodes);
    }
    if (offsets == null) {
      byte[] cells = new byte[rows.length * cellSize];
      RowCopy.rows(data, start, rows, 0, rows.length, cellSize, cells, 0);
      return fixed(cells, taken);
    }
    int[] starts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      starts[i + 1] = starts[i] + offsets[rows[i] + 1] - offsets[rows[i]];
    }
    byte[] cells = new byte[starts[rows.length]];
    for (int i = 0; i < rows.length; i++) {
      RowCopy.copy(
          data, offsets[rows[i]], cells, starts[i], starts[i + 1] - starts[i], cells.length);
    }
    return new CellColumn(cells, 0, starts, taken);
  }

  /** Returns the index in {@code offsets} of a row's variable-size cell. */
  public int text(int row) {
    return codes == null ? row : codes[row];
  }

  /** Returns this column with the string of each cell, if it is coded; otherwise the column. */
  public CellColumn expanded() {
    if (codes == null) {
      return this;
    }
    CellColumn texts = new CellColumn(data, start, offsets, null).take(codes, 0);
    return new CellColumn(texts.data, 0, texts.offsets, validity);
  }

  /**
   * Compares two strings by their unsigned bytes. A prefix sorts before longer strings.
   *
   * @return a negative number, 0 or a positive number, as for a comparator
   */
  static int compareText(CellColumn a, int rowA, CellColumn b, int rowB) {
    return Arrays.compareUnsigned(
        a.data, a.offsets[rowA], a.offsets[rowA + 1], b.data, b.offsets[rowB], b.offsets[rowB + 1]);
  }
}
