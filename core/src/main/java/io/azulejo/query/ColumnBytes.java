package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes Java values as the bytes of cells, for the convenience methods of {@link Column}. */
final class ColumnBytes {
  private ColumnBytes() {}

  /**
   * Encodes integers. For floating-point types, converts them.
   *
   * @throws InvalidRequestException if the type is not numeric, or if a value does not fit it
   */
  static byte[] ofLongs(String name, Datatype type, long[] values) {
    if (type.isFloatingPoint()) {
      return ofDoubles(name, type, Arrays.stream(values).asDoubleStream().toArray());
    }
    if (!type.isIntegerValued()) {
      throw wrong(name, type, "numbers", "strings");
    }
    ByteBuffer bytes = buffer(values.length, type);
    if (type.size() == Long.BYTES) {
      bytes.asLongBuffer().put(values);
      return bytes.array();
    }
    for (int row = 0; row < values.length; row++) {
      long value = values[row];
      switch (type.size()) {
        case 1 -> bytes.put((byte) value);
        case 2 -> bytes.putShort((short) value);
        default -> bytes.putInt((int) value);
      }
      requireFit(name, type, row, value);
    }
    return bytes.array();
  }

  private static void requireFit(String name, Datatype type, int row, long value) {
    int unused = Long.SIZE - Byte.SIZE * type.size();
    long kept = type.isUnsigned() ? value << unused >>> unused : value << unused >> unused;
    if (kept != value) {
      long least = type.isUnsigned() ? 0 : -1L << Byte.SIZE * type.size() - 1;
      long greatest = least < 0 ? -(least + 1) : (1L << Byte.SIZE * type.size()) - 1;
      throw new InvalidRequestException(
          ("column \"%s\", row %d: %d is out of range for %s (%d..%d); change the value,"
                  + " or use a wider type")
              .formatted(name, row, value, type, least, greatest));
    }
  }

  private static InvalidRequestException wrong(
      String name, Datatype type, String given, String right) {
    return new InvalidRequestException(
        "column \"%s\" is %s; got %s (pass %s, or use another type)"
            .formatted(name, type, given, right));
  }

  /**
   * Encodes floating-point numbers; rounds them for FLOAT32.
   *
   * @throws InvalidRequestException if the type is not a floating-point type
   */
  static byte[] ofDoubles(String name, Datatype type, double[] values) {
    if (!type.isFloatingPoint()) {
      throw wrong(name, type, "doubles", type.isIntegerValued() ? "longs" : "strings");
    }
    ByteBuffer bytes = buffer(values.length, type);
    if (type == Datatype.FLOAT64) {
      bytes.asDoubleBuffer().put(values);
      return bytes.array();
    }
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    return bytes.array();
  }

  /** Encodes 32-bit floating-point numbers. */
  static byte[] ofFloats(float[] values) {
    ByteBuffer bytes = buffer(values.length, Datatype.FLOAT32);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  private static ByteBuffer buffer(int rows, Datatype type) {
    return ByteBuffer.allocate(Math.multiplyExact(rows, type.size()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns one validity byte per value, with 0 for null. Returns null if none of the values is
   * null.
   */
  static byte @Nullable [] validity(List<?> values) {
    byte[] validity = new byte[values.size()];
    boolean nulls = false;
    for (int row = 0; row < validity.length; row++) {
      validity[row] = (byte) (values.get(row) == null ? 0 : 1);
      nulls |= validity[row] == 0;
    }
    return nulls ? validity : null;
  }

  /**
   * Encodes integers or floating-point numbers; a null element is encoded as 0.
   *
   * @throws InvalidRequestException if an element is not a number, or is out of range
   */
  static byte[] ofNumbers(String name, Datatype type, List<? extends @Nullable Object> values) {
    for (Object value : values) {
      if (value != null && !(value instanceof Number)) {
        throw new InvalidRequestException(
            "column \"%s\" is %s; got %s (expected a number or null)"
                .formatted(name, type, described(value)));
      }
    }
    if (type.isFloatingPoint()) {
      return ofDoubles(
          name,
          type,
          values.stream().mapToDouble(v -> v == null ? 0 : ((Number) v).doubleValue()).toArray());
    }
    return ofLongs(
        name,
        type,
        values.stream().mapToLong(v -> v == null ? 0 : ((Number) v).longValue()).toArray());
  }

  /**
   * Casts values to strings; null elements stay null.
   *
   * @throws InvalidRequestException if an element is not a string
   */
  static @Nullable String[] texts(
      String name, Datatype type, List<? extends @Nullable Object> values) {
    @Nullable String[] texts = new @Nullable String[values.size()];
    for (int row = 0; row < texts.length; row++) {
      Object value = values.get(row);
      if (value != null && !(value instanceof String)) {
        throw new InvalidRequestException(
            "column \"%s\" is %s; got %s (expected a string or null)"
                .formatted(name, type, described(value)));
      }
      texts[row] = (String) value;
    }
    return texts;
  }

  private static String described(Object value) {
    return "%s of %s".formatted(value, value.getClass().getSimpleName());
  }

  /**
   * Encodes strings as UTF-8, one after another. Null elements have no bytes.
   *
   * @param offsets receives the end of string {@code i} at index {@code i + 1}; index 0 stays
   *     unchanged
   */
  static byte[] ofTexts(@Nullable String[] values, int[] offsets) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int row = 0; row < values.length; row++) {
      String value = values[row];
      if (value != null) {
        bytes.writeBytes(value.getBytes(StandardCharsets.UTF_8));
      }
      offsets[row + 1] = bytes.size();
    }
    return bytes.toByteArray();
  }
}
