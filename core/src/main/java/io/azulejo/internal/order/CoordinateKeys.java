package io.azulejo.internal.order;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;

/**
 * Converts numeric coordinates to signed 64-bit keys that have the same order. One loop over keys
 * can then process all numeric types. The key of an integer is the integer itself, except that the
 * top bit of UINT64 is flipped. The key of a floating-point number is derived from its bits: -0.0
 * comes directly before 0.0, and NaN lies beyond the infinities.
 */
public final class CoordinateKeys {
  /** The key of -0.0 for both floating-point types. */
  private static final long NEGATIVE_ZERO = -1;

  private CoordinateKeys() {}

  /**
   * Returns the key of an integer coordinate.
   *
   * @param value the integer; all 64 bits for UINT64
   */
  public static long ofInteger(Datatype type, long value) {
    return type == Datatype.UINT64 ? value ^ Long.MIN_VALUE : value;
  }

  /** Returns the integer coordinate that has this key. */
  public static long toInteger(Datatype type, long key) {
    return type == Datatype.UINT64 ? key ^ Long.MIN_VALUE : key;
  }

  /** Returns the key of a floating-point coordinate. */
  public static long ofFloatingPoint(Datatype type, double value) {
    return type == Datatype.FLOAT32
        ? ofBits(Float.floatToRawIntBits((float) value))
        : ofBits(Double.doubleToRawLongBits(value));
  }

  /**
   * Returns the key to use for the order of cells. In this order, -0.0 and 0.0 are equal, so both
   * have the key of 0.0.
   */
  public static long place(Datatype type, long key) {
    return key == NEGATIVE_ZERO && type.isFloatingPoint() ? 0 : key;
  }

  /** Returns the floating-point coordinate that has this key. */
  public static double toFloatingPoint(Datatype type, long key) {
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) key ^ ((int) key >> 31 & Integer.MAX_VALUE))
        : Double.longBitsToDouble(key ^ (key >> 63 & Long.MAX_VALUE));
  }

  /**
   * Returns the smallest key in a numeric range. If the lower bound is 0.0, this is the key of
   * -0.0.
   */
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

  /**
   * Returns the largest key in a numeric range. If the upper bound is -0.0, this is the key of 0.0.
   */
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

  /**
   * Computes the keys of consecutive little-endian coordinates.
   *
   * @param offset the position of the first coordinate in {@code bytes}
   * @param count the number of coordinates
   * @param keys receives the keys, beginning at index 0
   */
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
   * Stores the coordinate that has this key as little-endian bytes.
   *
   * @param value receives the bytes; must have the size of the type
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
