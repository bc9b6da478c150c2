package io.azulejo.query;

import io.azulejo.schema.Datatype;
import org.jspecify.annotations.Nullable;

/** A column in which each cell has its own number of values, which may be zero. */
public final class VarColumn extends Column {
  private final int[] offsets;

  /**
   * Creates a column that uses the given arrays without copying them. Do not write to the arrays
   * afterwards.
   *
   * @param name the name of the field
   * @param type the type of a value
   * @param rows the number of cells
   * @param offsets the index of the first byte of each cell in {@code data}, followed by the index
   *     after the last byte of the last cell: rows + 1 numbers that never decrease
   * @param data the values in little-endian byte order
   * @param validity one byte per row, 0 for null; null if cells cannot be null
   * @throws io.azulejo.error.InvalidRequestException if an array is too short, or if the offsets
   *     decrease
   */
  public VarColumn(
      String name,
      Datatype type,
      int rows,
      int[] offsets,
      byte[] data,
      byte @Nullable [] validity) {
    super(name, type, rows, data, validity);
    this.offsets = offsets;
    if (offsets.length <= rows) {
      throw refused(
          "has %d offsets for %d rows; pass one for each row, and the end of the last cell"
              .formatted(offsets.length, rows));
    }
    requireOrder();
  }

  /** Checks that the offsets never decrease and stay within the data. */
  private void requireOrder() {
    int last = 0;
    for (int row = 0; row <= rows(); row++) {
      if (offsets[row] < last) {
        throw refused(
            ("has offset %d at index %d, after %d; offsets must start at 0 or more and"
                    + " never decrease")
                .formatted(offsets[row], row, last));
      }
      last = offsets[row];
    }
    if (last > data.length) {
      throw refused("has cells up to byte %d, but %d bytes of data".formatted(last, data.length));
    }
  }

  @Override
  public int start(int row) {
    return offsets[checked(row)];
  }

  @Override
  public int end(int row) {
    return offsets[checked(row) + 1];
  }

  @Override
  int first(int row) {
    int start = start(row);
    if (end(row) - start < type().size()) {
      throw refused(
          "has no value in row %d, because the cell is empty; check isNull, start and end first"
              .formatted(row));
    }
    return start;
  }

  @Override
  public int valueCount() {
    return dataSize() / type().size();
  }

  /**
   * Returns the index in {@link #array} at which the last cell ends, which is the size of all cells
   * in bytes.
   */
  public int dataSize() {
    return offsets[rows()];
  }

  /**
   * Copies the offsets to an array: the index in {@link #array} at which each cell begins, followed
   * by the index at which the last cell ends. These are rows + 1 numbers.
   *
   * @param offset the index in {@code target} for the first number
   * @throws io.azulejo.error.InvalidRequestException if {@code target} is too small
   */
  public void copyOffsets(int[] target, int offset) {
    requireRoom(target.length, offset, rows() + 1);
    System.arraycopy(offsets, 0, target, offset, rows() + 1);
  }

  /**
   * Returns the array of offsets: the index in {@link #array} at which each cell begins, followed
   * by the index at which the last cell ends. It may be longer than rows + 1. It is not a copy: do
   * not write to it.
   */
  public int[] offsetArray() {
    return offsets;
  }

  @Override
  long bytes() {
    return dataSize() + 8L * rows() + validityBytes();
  }
}
