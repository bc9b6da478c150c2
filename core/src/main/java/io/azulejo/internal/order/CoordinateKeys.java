package io.azulejo.internal.order;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;

/**
 * Coordinates that are numbers, as signed 64-bit keys in the same order: integers as they are
 * (those of UINT64 with the top bit flipped), floating-point ones by their bits, where -0.0 comes
 * right before 0.0 and NaN lies beyond the infinities. One kind of loop then serves all types.
 */
public final class CoordinateKeys {
  /** The key of -0.0 of both types of floating-point numbers. */
  private static final long NEGATIVE_ZERO = -1;

  private CoordinateKeys() {}

  /** The key of an integer. */
  public static long ofInteger(Datatype type, long value) {
    return type == Datatype.UINT64 ? value ^ Long.MIN_VALUE : value;
  }

  /** The integer of a key. */
  public static long toInteger(Datatype type, long key) {
    return type == Datatype.UINT64 ? key ^ Long.MIN_VALUE : key;
  }

  /** The key of a floating-point number. */
  public static long ofFloatingPoint(Datatype type, double value) {
    return type == Datatype.FLOAT32
        ? ofBits(Float.floatToRawIntBits((float) value))
        : ofBits(Double.doubleToRawLongBits(value));
  }

  /**
   * A key in the order of cells, in which -0.0 is at the same place as 0.0: that of 0.0 for both.
   */
  public static long place(Datatype type, long key) {
    return key == NEGATIVE_ZERO && type.isFloatingPoint() ? 0 : key;
  }

  /** The floating-point number of a key. */
  public static double toFloatingPoint(Datatype type, long key) {
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) key ^ ((int) key >> 31 & Integer.MAX_VALUE))
        : Double.longBitsToDouble(key ^ (key >> 63 & Long.MAX_VALUE));
  }

  /** The smallest key within a range. */
  public static long low(Datatype type, Range range) {
    if (range instanceof Range.Longs integers) {
      return ofInteger(type, integers.low());
    }
    if (range instanceof Range.Strided strided) {
      return ofInteger(type, strided.low());
    }
    double low = ((Range.Doubles) range).low();
    return ofFloatingPoint(type, low == 0 ? -0.0 : low);
  }

  /** The largest key within a range. */
  public static long high(Datatype type, Range range) {
    if (range instanceof Range.Longs integers) {
      return ofInteger(type, integers.high());
    }
    if (range instanceof Range.Strided strided) {
      return ofInteger(type, strided.high());
    }
    double high = ((Range.Doubles) range).high();
    return ofFloatingPoint(type, high == 0 ? 0.0 : high);
  }

  /** The keys of values one after another, little-endian. */
  public static void decode(Datatype type, byte[] bytes, int offset, int count, long[] keys) {
    if (type == Datatype.FLOAT32) {
      for (int i = 0; i < count; i++) {
        keys[i] = ofBits(LittleEndian.getInt(bytes, offset + 4 * i));
      }
      return;
    }
    LittleEndian.widen(bytes, offset, type.size(), type.isUnsigned(), count, keys);
    if (type == Datatype.FLOAT64) {
      for (int i = 0; i < count; i++) {
        keys[i] = ofBits(keys[i]);
      }
    } else if (type == Datatype.UINT64) {
      for (int i = 0; i < count; i++) {
        keys[i] ^= Long.MIN_VALUE;
      }
    }
  }

  /**
   * The value of a key as cells hold it, little-endian.
   *
   * @param value is filled; as long as a value of the type
   */
  public static void encode(Datatype type, long key, byte[] value) {
    long bits =
        switch (type) {
          case FLOAT32 -> ofBits((int) key);
          case FLOAT64 -> ofBits(key);
          default -> toInteger(type, key);
        };
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (bits >> 8 * i);
    }
  }

  private static long ofBits(int bits) {
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  private static long ofBits(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }
}
