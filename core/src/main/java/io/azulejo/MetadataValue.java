package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A metadata value of an array or a group. It consists of a type and any number of values of that
 * type. Immutable.
 */
public final class MetadataValue {
  private static final int MAX_SHOWN = 16;
  private static final int MAX_TEXT_SHOWN = 200;

  private final Datatype type;
  private final int count;
  private final byte[] bytes;

  private MetadataValue(Datatype type, int count, byte[] bytes) {
    this.type = type;
    this.count = count;
    this.bytes = bytes;
  }

  /**
   * Creates a value of any type from its bytes.
   *
   * @param type the type of each value
   * @param count the number of values; 0 for an empty value
   * @param bytes the values in little-endian byte order, which are copied; their number must be
   *     count × the size of one value
   * @throws InvalidRequestException if the number of bytes does not match the count
   */
  public static MetadataValue of(Datatype type, int count, byte[] bytes) {
    Objects.requireNonNull(type, "type");
    if (bytes.length != (long) count * type.size()) {
      throw new InvalidRequestException(
          "%d bytes do not hold %d values of %s (%d bytes each)"
              .formatted(bytes.length, count, type, type.size()));
    }
    return new MetadataValue(type, count, bytes.clone());
  }

  /** Creates a STRING_UTF8 value from a string. An empty string is stored as an empty value. */
  public static MetadataValue ofString(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new MetadataValue(Datatype.STRING_UTF8, bytes.length, bytes);
  }

  /** Creates a value that consists of INT32 numbers. */
  public static MetadataValue ofInts(int... values) {
    return ofLongs(Datatype.INT32, Arrays.stream(values).asLongStream().toArray());
  }

  /** Creates a value that consists of INT64 numbers. */
  public static MetadataValue ofLongs(long... values) {
    return ofLongs(Datatype.INT64, values);
  }

  /** Creates a value that consists of FLOAT64 numbers. */
  public static MetadataValue ofDoubles(double... values) {
    return ofDoubles(Datatype.FLOAT64, values);
  }

  /**
   * Creates a BLOB value.
   *
   * @param bytes the bytes, which are copied
   */
  public static MetadataValue ofBytes(byte... bytes) {
    return new MetadataValue(Datatype.BLOB, bytes.length, bytes.clone());
  }

  /**
   * Creates a value that consists of integers, datetimes, times or booleans.
   *
   * @param type an integer, datetime or time type, or BOOL
   * @param values the values; for UINT64, their 64 bits are stored
   * @throws InvalidRequestException if the type is another one, or if a value is out of range
   */
  public static MetadataValue ofLongs(Datatype type, long... values) {
    if (!type.isIntegerValued()) {
      throw new InvalidRequestException(type + " is not an integer type; use one such as INT64");
    }
    ByteBuffer bytes = buffer(type, values.length);
    for (long value : values) {
      int unused = Long.SIZE - Byte.SIZE * type.size();
      boolean unsigned = type.isUnsigned();
      long kept = unsigned ? value << unused >>> unused : value << unused >> unused;
      if (kept != value || (type == Datatype.BOOL && value > 1)) {
        throw new InvalidRequestException("%d is out of range for %s".formatted(value, type));
      }
      switch (type.size()) {
        case 1 -> bytes.put((byte) value);
        case 2 -> bytes.putShort((short) value);
        case 4 -> bytes.putInt((int) value);
        default -> bytes.putLong(value);
      }
    }
    return new MetadataValue(type, values.length, bytes.array());
  }

  /**
   * Creates a value that consists of floating-point numbers.
   *
   * @param type FLOAT64, or FLOAT32, which rounds the values
   * @throws InvalidRequestException if the type is another one
   */
  public static MetadataValue ofDoubles(Datatype type, double... values) {
    if (!type.isFloatingPoint()) {
      throw new InvalidRequestException(
          type + " is not a floating-point type; use FLOAT32 or FLOAT64");
    }
    ByteBuffer bytes = buffer(type, values.length);
    for (double value : values) {
      if (type == Datatype.FLOAT32) {
        bytes.putFloat((float) value);
      } else {
        bytes.putDouble(value);
      }
    }
    return new MetadataValue(type, values.length, bytes.array());
  }

  private static ByteBuffer buffer(Datatype type, int count) {
    return ByteBuffer.allocate(Math.multiplyExact(type.size(), count))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the type of each value. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values; 0 for an empty value. */
  public int count() {
    return count;
  }

  /** Returns a copy of the values in little-endian byte order. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * Returns the values if the type is an integer, datetime or time type, or BOOL. UINT64 values
   * keep their 64 bits.
   *
   * @throws InvalidRequestException if the type is another one
   */
  public long[] asLongs() {
    if (!type.isIntegerValued()) {
      throw wrongType("integers");
    }
    FixedColumn values = column();
    long[] longs = new long[count];
    Arrays.setAll(longs, values::getLong);
    return longs;
  }

  /**
   * Returns the values as doubles if the type is FLOAT32 or FLOAT64.
   *
   * @throws InvalidRequestException if the type is another one
   */
  public double[] asDoubles() {
    if (!type.isFloatingPoint()) {
      throw wrongType("floating-point numbers");
    }
    FixedColumn values = column();
    double[] doubles = new double[count];
    Arrays.setAll(doubles, values::getDouble);
    return doubles;
  }

  /**
   * Returns the only value if the type is an integer, datetime or time type, or BOOL.
   *
   * @throws InvalidRequestException if the type is another one, or if the count is not 1
   */
  public long asLong() {
    return asLongs()[only()];
  }

  /**
   * Returns the only value as a double if the type is FLOAT32 or FLOAT64.
   *
   * @throws InvalidRequestException if the type is another one, or if the count is not 1
   */
  public double asDouble() {
    return asDoubles()[only()];
  }

  /**
   * Returns the string if the type is a string type or CHAR.
   *
   * @throws InvalidRequestException if the type is another one
   */
  public String asString() {
    if (!type.isString() && type != Datatype.CHAR) {
      throw wrongType("text");
    }
    return new String(bytes, type.charset());
  }

  private int only() {
    if (count != 1) {
      throw new InvalidRequestException("%s: expected one value, found %d".formatted(this, count));
    }
    return 0;
  }

  private InvalidRequestException wrongType(String expected) {
    String right =
        type.isIntegerValued()
            ? "asLongs()"
            : type.isFloatingPoint()
                ? "asDoubles()"
                : type.isString() || type == Datatype.CHAR ? "asString()" : "bytes()";
    return new InvalidRequestException(
        "%s does not hold %s; call %s".formatted(this, expected, right));
  }

  private FixedColumn column() {
    return new FixedColumn("value", type, 1, count, bytes, null);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MetadataValue that
        && type == that.type
        && count == that.count
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    if (type.isString() || type == Datatype.CHAR) {
      return type + " \"" + shortened(asString()) + '"';
    }
    int shown = Math.min(count, MAX_SHOWN);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      values.add(text(i));
    }
    return type + " " + values + (count > shown ? " and " + (count - shown) + " more" : "");
  }

  private String text(int index) {
    if (type.isFloatingPoint()) {
      return String.valueOf(column().getDouble(index));
    }
    long value = column().getLong(index);
    if (type.isDatetime()) {
      return Datetimes.format(type, value);
    }
    return type == Datatype.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT_SHOWN ? text : text.substring(0, MAX_TEXT_SHOWN) + "...";
  }
}
