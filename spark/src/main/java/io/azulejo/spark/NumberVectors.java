package io.azulejo.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.jspecify.annotations.Nullable;

/** Vectors that read little-endian numbers. There is one class for each width. */
final class NumberVectors {
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private NumberVectors() {}

  /**
   * The numbers that a vector reads, stored one after another.
   *
   * @param data the array that contains the numbers
   * @param base the offset of the first number in the array, in bytes
   * @param rows the number of rows
   * @param validity one byte per row, 0 for null; null if all rows have values
   */
  record Cells(byte[] data, int base, int rows, byte @Nullable [] validity) {}

  /** A vector of INT8, UINT8 or BOOL cells. Spark reads UINT8 as SHORT. */
  static final class OfBytes extends CellVector {
    private final byte[] data;
    private final int base;

    OfBytes(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.data = cells.data;
      this.base = cells.base;
    }

    @Override
    public boolean getBoolean(int row) {
      return data[base + row] != 0;
    }

    @Override
    public byte getByte(int row) {
      return data[base + row];
    }

    /** Returns the value of a UINT8 cell. */
    @Override
    public short getShort(int row) {
      return (short) (data[base + row] & 0xff);
    }
  }

  /** A vector of INT16 or UINT16 cells. Spark reads UINT16 as INT. */
  static final class OfShorts extends CellVector {
    private final byte[] data;
    private final int base;

    OfShorts(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.data = cells.data;
      this.base = cells.base;
    }

    @Override
    public short getShort(int row) {
      return (short) SHORT.get(data, base + Short.BYTES * row);
    }

    /** Returns the value of a UINT16 cell. */
    @Override
    public int getInt(int row) {
      return getShort(row) & 0xffff;
    }
  }

  /** A vector of INT32, UINT32 or FLOAT32 cells. Spark reads UINT32 as LONG. */
  static final class OfInts extends CellVector {
    private final byte[] data;
    private final int base;

    OfInts(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.data = cells.data;
      this.base = cells.base;
    }

    @Override
    public int getInt(int row) {
      return (int) INT.get(data, base + Integer.BYTES * row);
    }

    /** Returns the value of a UINT32 cell. */
    @Override
    public long getLong(int row) {
      return getInt(row) & 0xffff_ffffL;
    }

    @Override
    public float getFloat(int row) {
      return Float.intBitsToFloat(getInt(row));
    }
  }

  /**
   * A vector of INT64, UINT64, FLOAT64 or datetime cells. Spark reads UINT64 as DECIMAL, and
   * datetimes as counts of their unit.
   */
  static final class OfLongs extends CellVector {
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    private final byte[] data;
    private final int base;

    OfLongs(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.data = cells.data;
      this.base = cells.base;
    }

    @Override
    public long getLong(int row) {
      return (long) LONG.get(data, base + Long.BYTES * row);
    }

    @Override
    public double getDouble(int row) {
      return Double.longBitsToDouble(getLong(row));
    }

    /** Returns the value of a UINT64 cell. */
    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
      long bits = getLong(row);
      if (bits >= 0) {
        return Decimal.createUnsafe(bits, precision, scale);
      }
      BigInteger value = BigInteger.valueOf(bits).add(TWO_TO_64);
      return Decimal.apply(new BigDecimal(value), precision, scale);
    }
  }

  /** A vector of decimals, which are stored as unscaled INT64 values. */
  static final class OfDecimals extends CellVector {
    private final OfLongs unscaled;

    OfDecimals(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.unscaled = new OfLongs(type, cells);
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
      return Decimal.createUnsafe(unscaled.getLong(row), precision, scale);
    }
  }

  /**
   * A vector of datetimes in units for which Spark has no type. Their counts are read as LONG, and
   * NaT is null.
   */
  static final class OfCounts extends CellVector {
    private final OfLongs counts;

    OfCounts(DataType type, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.counts = new OfLongs(type, cells);
    }

    @Override
    public boolean isNullAt(int row) {
      return super.isNullAt(row) || counts.getLong(row) == TimeScale.NAT;
    }

    @Override
    public boolean hasNull() {
      return true;
    }

    @Override
    public long getLong(int row) {
      return counts.getLong(row);
    }
  }

  /**
   * A vector of datetimes, converted to Spark's days or microseconds. NaT is null. Values that
   * Spark cannot represent are null too, or fail when they are read.
   */
  static final class OfTimes extends CellVector {
    private final byte[] data;
    private final int base;
    private final TimeScale scale;
    private final long first;
    private final long last;

    /**
     * Creates a vector.
     *
     * @param scale converts the stored counts
     * @param nulls whether values that Spark cannot represent are null; otherwise, reading one
     *     fails
     */
    OfTimes(DataType type, TimeScale scale, boolean nulls, Cells cells) {
      super(type, cells.rows, cells.validity);
      this.data = cells.data;
      this.base = cells.base;
      this.scale = scale;
      this.first = nulls ? scale.first() : TimeScale.NAT + 1;
      this.last = nulls ? scale.last() : Long.MAX_VALUE;
    }

    private long count(int row) {
      return (long) LONG.get(data, base + Long.BYTES * row);
    }

    @Override
    public boolean isNullAt(int row) {
      if (super.isNullAt(row)) {
        return true;
      }
      long count = count(row);
      return count < first || count > last;
    }

    @Override
    public boolean hasNull() {
      return true;
    }

    @Override
    public int getInt(int row) {
      return scale.days(count(row));
    }

    @Override
    public long getLong(int row) {
      return scale.microseconds(count(row));
    }
  }
}
