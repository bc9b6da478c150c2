package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;

/** Encodes single values as little-endian bytes. */
final class ValueBytes {
  private ValueBytes() {}

  /**
   * Encodes an integer, datetime or time. UINT64 values are passed as the same 64 bits.
   *
   * @throws InvalidRequestException if the number is not a value of the type
   */
  static byte[] of(Datatype type, long value) {
    if (!type.isIntegerValued()) {
      throw new InvalidRequestException("%d is not a value of %s".formatted(value, type));
    }
    if (DimensionNumbers.narrow(type, value) != value) {
      throw new InvalidRequestException(
          "%d is out of range for %s, which has %d bytes".formatted(value, type, type.size()));
    }
    return bytes(value, type.size());
  }

  /**
   * Encodes a floating-point number, rounded to the type.
   *
   * @throws InvalidRequestException if the type is not a floating-point type
   */
  static byte[] of(Datatype type, double value) {
    return switch (type) {
      case FLOAT32 -> bytes(Float.floatToRawIntBits((float) value), Float.BYTES);
      case FLOAT64 -> bytes(Double.doubleToRawLongBits(value), Double.BYTES);
      default ->
          throw new InvalidRequestException("%s is not a value of %s".formatted(value, type));
    };
  }

  /**
   * Encodes a string in the character encoding of the type.
   *
   * @throws InvalidRequestException if the type does not hold text
   */
  static byte[] of(Datatype type, String text) {
    return switch (type) {
      case CHAR, STRING_ASCII, STRING_UTF8, GEOM_WKT -> text.getBytes(StandardCharsets.UTF_8);
      case STRING_UTF16, STRING_UCS2 -> text.getBytes(StandardCharsets.UTF_16LE);
      case STRING_UTF32, STRING_UCS4 -> utf32(text);
      default ->
          throw new InvalidRequestException("\"%s\" is not a value of %s".formatted(text, type));
    };
  }

  private static byte[] utf32(String text) {
    int[] points = text.codePoints().toArray();
    byte[] all = new byte[Integer.BYTES * points.length];
    for (int i = 0; i < points.length; i++) {
      System.arraycopy(bytes(points[i], Integer.BYTES), 0, all, Integer.BYTES * i, Integer.BYTES);
    }
    return all;
  }

  private static byte[] bytes(long bits, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (bits >>> Byte.SIZE * i);
    }
    return bytes;
  }
}
