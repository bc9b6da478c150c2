package io.azulejo.internal.write.fragment;

/**
 * The cells of one field in one tile, before filtering. The arrays are only lent: who gets them
 * does not keep them.
 *
 * @param count the number of cells
 * @param data the values, little-endian
 * @param start where the first value begins in data
 * @param length the bytes of all values
 * @param offsets where each cell begins, counted from start, and after them the length; null for
 *     cells of fixed size
 * @param validity a byte a cell, 0 for null and 1 for a value; null where cells can't be null
 */
public record FieldCells(
    int count, byte[] data, int start, int length, int[] offsets, byte[] validity) {
  /** Cells of fixed size. */
  public static FieldCells fixed(int count, byte[] data, int start, int length, byte[] validity) {
    return new FieldCells(count, data, start, length, null, validity);
  }

  /** Where the value of a cell begins in data; cells of fixed size have that many bytes. */
  public int start(int cell, int cellSize) {
    return start + (offsets == null ? cell * cellSize : offsets[cell]);
  }

  /** Where the value of a cell ends in data. */
  public int end(int cell, int cellSize) {
    return start + (offsets == null ? (cell + 1) * cellSize : offsets[cell + 1]);
  }

  /** Whether a cell is no null. */
  public boolean isValid(int cell) {
    return validity == null || validity[cell] != 0;
  }
}
