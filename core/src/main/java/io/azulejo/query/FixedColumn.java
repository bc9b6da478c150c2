package io.azulejo.query;

import io.azulejo.schema.Datatype;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column of cells that all have the same number of values. */
public final class FixedColumn extends Column {
  private final int valuesPerCell;
  private final int cellSize;

  /**
   * A column over these arrays, which are not copied: whoever gives them away stops writing to
   * them.
   *
   * @param name the name of the field
   * @param type the type of a value
   * @param valuesPerCell values a cell, at least 1
   * @param rows the number of cells
   * @param data the values, little-endian; at least rows × values × size of a value bytes
   * @param validity a byte a row, 0 for null; null where cells can't be null
   * @throws IllegalArgumentException if an array is too short
   */
  public FixedColumn(
      String name,
      Datatype type,
      int valuesPerCell,
      int rows,
      byte[] data,
      byte @Nullable [] validity) {
    super(name, type, rows, data, validity);
    this.valuesPerCell = valuesPerCell;
    this.cellSize = valuesPerCell * type.size();
    if (data.length < (long) rows * cellSize) {
      throw new IllegalArgumentException(
          "column \"%s\": %d bytes for %d rows of %d".formatted(name, data.length, rows, cellSize));
    }
  }

  /** Values a cell, at least 1. */
  public int valuesPerCell() {
    return valuesPerCell;
  }

  @Override
  public int start(int row) {
    return Objects.checkIndex(row, rows()) * cellSize;
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
