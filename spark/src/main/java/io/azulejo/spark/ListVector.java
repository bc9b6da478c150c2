package io.azulejo.spark;

import io.azulejo.query.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.jspecify.annotations.Nullable;

/** A vector of lists, which reads cells that hold several values. */
final class ListVector extends CellVector {
  private final Column column;
  private final ColumnVector values;
  private final int first;
  private final int size;

  /**
   * Creates a vector.
   *
   * @param column the column of the batch
   * @param values a vector over the values of all cells of the column
   * @param size the size of one value in bytes
   * @param validity one byte per row, 0 for null; null if all rows have values
   */
  ListVector(
      DataType type, Column column, ColumnVector values, int size, byte @Nullable [] validity) {
    super(type, column.rows(), validity);
    this.column = column;
    this.values = values;
    this.first = column.rows() == 0 ? 0 : column.start(0);
    this.size = size;
  }

  @Override
  public ColumnarArray getArray(int row) {
    int start = column.start(row);
    return new ColumnarArray(values, (start - first) / size, (column.end(row) - start) / size);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return values;
  }
}
