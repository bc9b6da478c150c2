package io.azulejo.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.jspecify.annotations.Nullable;

/** Vectors over little-endian numbers, one class for each width. */
final class NumberVectors {
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private NumberVectors() {}

  /**
   * Numbers that follow each other.
   *
   * @param data their bytes
   * @param base where the first one begins
   * @param rows how many there are
   * @param validity for each whether it is a value; null where all are
   */
  record Cells(byte[] data, int base, int rows, byte @Nullable [] validity) {}

  /** INT8, UINT8 (as SHORT) and BOOL. */
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

    /** An unsigned one. */
    @Override
    public short getShort(int row) {
      return (short) (data[base + row] & 0xff);
    }
  }

  /** INT16 and UINT16 (as INT). */
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

    /** An unsigned one. */
    @Override
    public int getInt(int row) {
      return getShort(row) & 0xffff;
    }
  }

  /** INT32, UINT32 (as LONG) and FLOAT32. */
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

    /** An unsigned one. */
    @Override
    public long getLong(int row) {
      return getInt(row) & 0xffff_ffffL;
    }

    @Override
    public float getFloat(int row) {
      return Float.intBitsToFloat(getInt(row));
    }
  }

  /** INT64, UINT64 (as DECIMAL), FLOAT64, and counts of units of time. */
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

    /** An unsigned one. */
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

  /** INT64 as decimal numbers without their point. */
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

  /** Counts of units of time that Spark has no type for. NaT is null. */
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
   * Datetimes, as the days or microseconds that Spark counts. NaT is null, and if wanted what Spark
   * cannot count.
   */
  static final class OfTimes extends CellVector {
    private final byte[] data;
    private final int base;
    private final TimeScale scale;
    private final long first;
    private final long last;

    /**
     * A vector.
     *
     * @param nulls whether what Spark cannot count is null; else it is an error
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
