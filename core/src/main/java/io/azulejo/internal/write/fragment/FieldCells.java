package io.azulejo.internal.write.fragment;

/**
 * The cells of one field in one tile, before filtering. The arrays are lent: a receiver must not
 * keep them.
 *
 * @param count number of cells
 * @param data the values, little-endian
 * @param start start of the first value in data
 * @param length size of all values in bytes
 * @param offsets start of each cell relative to {@code start}, followed by {@code length}; null for
 *     fixed-size cells
 * @param validity one byte per cell, 0 for null and 1 for a value; null if cells cannot be null
 */
public record FieldCells(
    int count, byte[] data, int start, int length, int[] offsets, byte[] validity) {
  /** Creates fixed-size cells. */
  public static FieldCells fixed(int count, byte[] data, int start, int length, byte[] validity) {
    return new FieldCells(count, data, start, length, null, validity);
  }

  /**
   * Returns the start of a cell's value in data. {@code cellSize} is the size of fixed-size cells
   * in bytes.
   */
  public int start(int cell, int cellSize) {
    return start + (offsets == null ? cell * cellSize : offsets[cell]);
  }

  /** Returns the end of a cell's value in data (exclusive). */
  public int end(int cell, int cellSize) {
    return start + (offsets == null ? (cell + 1) * cellSize : offsets[cell + 1]);
  }

  /** Returns whether a cell is not null. */
  public boolean isValid(int cell) {
    return validity == null || validity[cell] != 0;
  }
}
