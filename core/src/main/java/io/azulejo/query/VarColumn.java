package io.azulejo.query;

import io.azulejo.schema.Datatype;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column of cells of variable size: each has any number of values, none among them. */
public final class VarColumn extends Column {
  private final int[] offsets;

  /**
   * A column over these arrays, which are not copied: whoever gives them away stops writing to
   * them.
   *
   * @param name the name of the field
   * @param type the type of a value
   * @param rows the number of cells
   * @param offsets the index in data at which each cell begins, and after them the one at which the
   *     last cell ends: rows + 1 numbers, never decreasing
   * @param data the values, little-endian
   * @param validity a byte a row, 0 for null; null where cells can't be null
   * @throws IllegalArgumentException if an array is too short
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
    if (offsets.length < rows + 1 || offsets[rows] > data.length) {
      throw new IllegalArgumentException(
          "column \"%s\": %d offsets, %d bytes for %d rows"
              .formatted(name, offsets.length, data.length, rows));
    }
  }

  @Override
  public int start(int row) {
    return offsets[Objects.checkIndex(row, rows())];
  }

  @Override
  public int end(int row) {
    return offsets[Objects.checkIndex(row, rows()) + 1];
  }

  @Override
  public int valueCount() {
    return dataSize() / type().size();
  }

  /** The bytes of all cells together. */
  public int dataSize() {
    return offsets[rows()];
  }

  /**
   * Copies the index of the byte at which each cell begins, and after them that at which the last
   * cell ends: rows + 1 numbers.
   */
  public void copyOffsets(int[] target, int offset) {
    System.arraycopy(offsets, 0, target, offset, rows() + 1);
  }

  /**
   * The array that holds the index in {@link #array} at which each cell begins, and after them the
   * one at which the last cell ends; it may be longer than that. It is the column's own, not a
   * copy: nobody may write to it.
   */
  public int[] offsetArray() {
    return offsets;
  }

  @Override
  long bytes() {
    return dataSize() + 8L * rows() + validityBytes();
  }
}
