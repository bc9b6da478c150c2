package io.azulejo.query;

import io.azulejo.schema.Datatype;
import org.jspecify.annotations.Nullable;

/** A column whose cells all have the same number of values. */
public final class FixedColumn extends Column {
  private final int valuesPerCell;
  private final int cellSize;

  /**
   * Creates a column that uses the given arrays without copying them. Do not write to the arrays
   * afterwards.
   *
   * @param name the name of the field
   * @param type the type of a value
   * @param valuesPerCell the number of values per cell, at least 1
   * @param rows the number of cells
   * @param data the values in little-endian byte order; at least rows × valuesPerCell × the size of
   *     a value, in bytes
   * @param validity one byte per row, 0 for null; null if cells cannot be null
   * @throws io.azulejo.error.InvalidRequestException if a number is out of range, or if an array is
   *     too short
   */
  public FixedColumn(
      String name,
      Datatype type,
      int valuesPerCell,
      int rows,
      byte[] data,
      byte @Nullable [] validity) {
    super(name, type, rows, data, validity);
    long size = (long) valuesPerCell * type.size();
    if (valuesPerCell < 1 || size > Integer.MAX_VALUE) {
      throw refused(
          "has %d values per cell (valid: 1 to %d); use a VarColumn for other numbers"
              .formatted(valuesPerCell, Integer.MAX_VALUE / type.size()));
    }
    this.valuesPerCell = valuesPerCell;
    this.cellSize = (int) size;
    if (data.length < rows * size) {
      throw refused(
          "has %d bytes of data, but %d rows of %d bytes need %d"
              .formatted(data.length, rows, size, rows * size));
    }
  }

  /** Returns the number of values per cell, at least 1. */
  public int valuesPerCell() {
    return valuesPerCell;
  }

  @Override
  public int start(int row) {
    return checked(row) * cellSize;
  }

  @Override
  int first(int row) {
    return start(row);
  }

  @Override
  public int end(int row) {
    return start(row) + cellSize;
  }

  @Override
  public int valueCount() {
    return rows() * valuesPerCell;
  }

  @Override
  long bytes() {
    return (long) rows() * cellSize + validityBytes();
  }
}
