package io.azulejo.spark;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A Spark vector that reads one column of a batch without copying its arrays. Only the accessors
 * that a subclass overrides for its type work. All others throw {@link
 * UnsupportedOperationException}.
 */
abstract class CellVector extends ColumnVector {
  /** One byte per row, 0 for null; null if all rows have values. */
  private final byte @Nullable [] validity;

  private final int rows;

  CellVector(DataType type, int rows, byte @Nullable [] validity) {
    super(type);
    this.rows = rows;
    this.validity = validity;
  }

  @Override
  public boolean isNullAt(int row) {
    return validity != null && validity[row] == 0;
  }

  @Override
  public boolean hasNull() {
    return validity != null;
  }

  @Override
  public int numNulls() {
    int nulls = 0;
    for (int row = 0; row < rows && hasNull(); row++) {
      nulls += isNullAt(row) ? 1 : 0;
    }
    return nulls;
  }

  /** Does nothing, because the batch owns the arrays. */
  @Override
  public void close() {}

  private UnsupportedOperationException refused(String what) {
    return new UnsupportedOperationException("a vector of %s has no %s".formatted(type, what));
  }

  @Override
  public boolean getBoolean(int row) {
    throw refused("BOOLEAN");
  }

  @Override
  public byte getByte(int row) {
    throw refused("BYTE");
  }

  @Override
  public short getShort(int row) {
    throw refused("SHORT");
  }

  @Override
  public int getInt(int row) {
    throw refused("INT");
  }

  @Override
  public long getLong(int row) {
    throw refused("LONG");
  }

  @Override
  public float getFloat(int row) {
    throw refused("FLOAT");
  }

  @Override
  public double getDouble(int row) {
    throw refused("DOUBLE");
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw refused("DECIMAL");
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw refused("STRING");
  }

  @Override
  public byte[] getBinary(int row) {
    throw refused("BINARY");
  }

  @Override
  public ColumnarArray getArray(int row) {
    throw refused("ARRAY");
  }

  @Override
  public ColumnarMap getMap(int row) {
    throw refused("MAP");
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw refused("STRUCT");
  }
}
