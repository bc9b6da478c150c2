package io.azulejo;

import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A value of array or group metadata: a type and some values of it. */
public final class MetadataValue {
  private final Datatype type;
  private final int count;
  private final byte[] bytes;

  private MetadataValue(Datatype type, int count, byte[] bytes) {
    this.type = type;
    this.count = count;
    this.bytes = bytes;
  }

  /**
   * A value.
   *
   * @param count the number of values of the type; 0 for the empty value
   * @param bytes the values, little-endian: count × size of the type
   */
  public static MetadataValue of(Datatype type, int count, byte[] bytes) {
    Objects.requireNonNull(type, "type");
    if (bytes.length != (long) count * type.size()) {
      throw new IllegalArgumentException(
          "%d bytes are not %d values of %s".formatted(bytes.length, count, type));
    }
    return new MetadataValue(type, count, bytes.clone());
  }

  /** A text, as STRING_UTF8; the empty one is the empty value. */
  public static MetadataValue ofString(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new MetadataValue(Datatype.STRING_UTF8, bytes.length, bytes);
  }

  /** Values of INT32. */
  public static MetadataValue ofInts(int... values) {
    return ofLongs(Datatype.INT32, Arrays.stream(values).asLongStream().toArray());
  }

  /** Values of INT64. */
  public static MetadataValue ofLongs(long... values) {
    return ofLongs(Datatype.INT64, values);
  }

  /** Values of FLOAT64. */
  public static MetadataValue ofDoubles(double... values) {
    return ofDoubles(Datatype.FLOAT64, values);
  }

  /** Bytes, as BLOB. */
  public static MetadataValue ofBytes(byte... bytes) {
    return new MetadataValue(Datatype.BLOB, bytes.length, bytes.clone());
  }

  /**
   * Values of a type of integers, datetimes or times, or of BOOL.
   *
   * @param values those of UINT64 as 64 bits
   * @throws IllegalArgumentException if the type is another one, or lacks a value
   */
  public static MetadataValue ofLongs(Datatype type, long... values) {
    if (!type.isIntegerValued() && type != Datatype.BOOL) {
      throw new IllegalArgumentException(type + " is no type of whole numbers");
    }
    ByteBuffer bytes = buffer(type, values.length);
    for (long value : values) {
      int unused = Long.SIZE - Byte.SIZE * type.size();
      boolean unsigned = type.isUnsigned() || type == Datatype.BOOL;
      long kept = unsigned ? value << unused >>> unused : value << unused >> unused;
      if (kept != value || (type == Datatype.BOOL && value > 1)) {
        throw new IllegalArgumentException("%d is no value of %s".formatted(value, type));
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
   * Values of FLOAT32 or FLOAT64.
   *
   * @throws IllegalArgumentException if the type is another one
   */
  public static MetadataValue ofDoubles(Datatype type, double... values) {
    if (!type.isFloatingPoint()) {
      throw new IllegalArgumentException(type + " is no type of real numbers");
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

  /** The type of a value. */
  public Datatype type() {
    return type;
  }

  /** The number of values of the type; 0 for the empty value. */
  public int count() {
    return count;
  }

  /** The values, little-endian (a copy). */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The bytes as UTF-8 text. */
  public String asText() {
    return new String(bytes, StandardCharsets.UTF_8);
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
    return "MetadataValue[" + type + " x " + count + "]";
  }
}
