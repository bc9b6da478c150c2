package io.azulejo.spark;

import io.azulejo.query.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Indexes of an enumeration, as its values. An index without a value is null, as is that of NaT.
 */
final class IndexedVector extends CellVector {
  private final byte[] indexes;
  private final int base;
  private final int width;
  private final boolean unsigned;
  private final ColumnVector values;
  private final int count;
  private final UTF8String @Nullable [] texts;

  /**
   * A vector.
   *
   * @param values the values of the enumeration
   * @param count how many there are
   * @param texts those that were made so far, of as many; of one thread. Null where they are not
   *     remembered
   */
  IndexedVector(
      DataType type,
      Column indexes,
      ColumnVector values,
      int count,
      UTF8String @Nullable [] texts,
      byte @Nullable [] validity) {
    super(type, indexes.rows(), validity);
    this.indexes = indexes.array();
    this.base = indexes.rows() == 0 ? 0 : indexes.start(0);
    this.width = indexes.type().size();
    this.unsigned = indexes.type().isUnsigned();
    this.values = values;
    this.count = count;
    this.texts = texts;
  }

  /** Of an unsigned index of 64 bits those beyond the signed ones are negative. */
  private long wide(int row) {
    int at = base + width * row;
    return switch (width) {
      case Byte.BYTES -> unsigned ? indexes[at] & 0xff : indexes[at];
      case Short.BYTES -> {
        short index = (short) NumberVectors.SHORT.get(indexes, at);
        yield unsigned ? index & 0xffff : index;
      }
      case Integer.BYTES -> {
        int index = (int) NumberVectors.INT.get(indexes, at);
        yield unsigned ? Integer.toUnsignedLong(index) : index;
      }
      default -> (long) NumberVectors.LONG.get(indexes, at);
    };
  }

  private int index(int row) {
    return (int) wide(row);
  }

  @Override
  public boolean isNullAt(int row) {
    if (super.isNullAt(row)) {
      return true;
    }
    long index = wide(row);
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
    int index = index(row);
    if (texts == null) {
      return values.getUTF8String(index);
    }
    UTF8String text = texts[index];
    if (text == null) {
      text = values.getUTF8String(index);
      texts[index] = text;
    }
    return text;
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
