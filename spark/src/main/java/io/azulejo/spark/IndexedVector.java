package io.azulejo.spark;

import io.azulejo.query.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A vector of values selected by enumeration indexes. A row is null if its index is out of range or
 * the selected value is NaT.
 */
final class IndexedVector extends CellVector {
  private final EnumerationIndexes indexes;
  private final ColumnVector values;
  private final int count;

  /**
   * Creates a vector.
   *
   * @param indexes the column that stores the indexes
   * @param values the values of the enumeration
   * @param count the number of values
   * @param validity one byte per row, 0 for null; null if all rows have an index
   */
  IndexedVector(
      DataType type, Column indexes, ColumnVector values, int count, byte @Nullable [] validity) {
    super(type, indexes.rows(), validity);
    this.indexes = new EnumerationIndexes(indexes);
    this.values = values;
    this.count = count;
  }

  private int index(int row) {
    return (int) indexes.get(row);
  }

  @Override
  public boolean isNullAt(int row) {
    if (super.isNullAt(row)) {
      return true;
    }
    long index = indexes.get(row);
    return index < 0 || index >= count || values.isNullAt((int) index);
  }

  @Override
  public boolean hasNull() {
    return true;
  }

  @Override
  public boolean getBoolean(int row) {
    return values.getBoolean(index(row));
  }

  @Override
  public byte getByte(int row) {
    return values.getByte(index(row));
  }

  @Override
  public short getShort(int row) {
    return values.getShort(index(row));
  }

  @Override
  public int getInt(int row) {
    return values.getInt(index(row));
  }

  @Override
  public long getLong(int row) {
    return values.getLong(index(row));
  }

  @Override
  public float getFloat(int row) {
    return values.getFloat(index(row));
  }

  @Override
  public double getDouble(int row) {
    return values.getDouble(index(row));
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    return values.getDecimal(index(row), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int row) {
    return values.getUTF8String(index(row));
  }

  @Override
  public byte[] getBinary(int row) {
    return values.getBinary(index(row));
  }

  @Override
  public ColumnarArray getArray(int row) {
    return values.getArray(index(row));
  }
}
