package io.azulejo.text.value;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Durations;
import io.azulejo.schema.Range;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * Parses the texts that {@link ValueText} produces, and other common forms: decimal floating-point
 * numbers, ISO 8601 datetimes and durations, and text without quotes. All methods throw {@link
 * InvalidRequestException} with a message that describes valid values.
 */
public final class ParsedValue {
  private static final int MAX_HEX_DIGITS = 16;

  /** Maximum number of digits of an integer. Parsing takes quadratic time. */
  private static final int MOST_DIGITS = 2_000;

  private ParsedValue() {}

  /**
   * Parses all values of a cell and returns the bytes of the cell, little-endian.
   *
   * @param cellValNum number of values per cell, or {@link io.azulejo.schema.Attribute#VAR}
   */
  public static byte[] cell(Datatype type, int cellValNum, String text) {
    if (ValueText.isText(type)) {
      return text(text);
    }
    if (type.isBytes()) {
      return bytes(text);
    }
    if (cellValNum == 1) {
      return bytes(type, bits(type, text));
    }
    boolean list = text.startsWith("[") && text.endsWith("]");
    String inner = list ? text.substring(1, text.length() - 1).strip() : "";
    if (!list) {
      throw new InvalidRequestException(
          "\"%s\" is not a list of %s values; write [%s]".formatted(text, type, text));
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String value : inner.isEmpty() ? List.<String>of() : List.of(inner.split("\\s+"))) {
      all.writeBytes(bytes(type, bits(type, value)));
    }
    byte[] cell = all.toByteArray();
    if (cellValNum != Attribute.VAR && cell.length != (long) cellValNum * type.size()) {
      throw new InvalidRequestException(
          "\"%s\" has %d values, but a cell has %s"
              .formatted(text, cell.length / type.size(), Integer.toUnsignedString(cellValNum)));
    }
    return cell;
  }

  /** Parses a range of coordinates from its two bounds, both inclusive. */
  public static Range range(Datatype type, String low, String high) {
    if (ValueText.isText(type)) {
      return Range.of(text(low), text(high));
    }
    return type.isFloatingPoint()
        ? Range.of(floatingPoint(type, low), floatingPoint(type, high))
        : Range.of(bits(type, low), bits(type, high));
  }

  /** Parses a tile extent. For datetimes and times, it can be an ISO 8601 duration. */
  public static Number extent(Datatype type, String text) {
    if (type.isFloatingPoint()) {
      return floatingPoint(type, text);
    }
    if (text.regionMatches(true, 0, "P", 0, 1) && (type.isDatetime() || type.isTime())) {
      return Dimension.builder("", type).extent(text).build().extent().orElseThrow();
    }
    return integer(type, text);
  }

  /** Parses a floating-point number, given in decimal or as its bits after {@code 0x}. */
  public static double floatingPoint(Datatype type, String text) {
    if (!text.startsWith("0x")) {
      try {
        double value = Double.parseDouble(text);
        return type == Datatype.FLOAT32 ? (float) value : value;
      } catch (NumberFormatException e) {
        throw invalid(type, text, "1.5, or its bits such as 0x3f800000");
      }
    }
    long bits = floatingPointBits(type, text);
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  /** Parses a value and returns its bits in the size of the type. */
  private static long bits(Datatype type, String text) {
    if (!type.isFloatingPoint()) {
      return integer(type, text);
    }
    if (text.startsWith("0x")) {
      return floatingPointBits(type, text);
    }
    double value = floatingPoint(type, text);
    return type == Datatype.FLOAT32
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits(value);
  }

  private static long floatingPointBits(Datatype type, String text) {
    String digits = text.substring(2);
    if (digits.length() != 2 * type.size() || !digits.matches("[0-9a-fA-F]+")) {
      throw invalid(
          type,
          text,
          "hex digits as in 0x" + "0".repeat(Math.min(MAX_HEX_DIGITS, 2 * type.size())));
    }
    return Long.parseUnsignedLong(digits, 16);
  }

  private static long integer(Datatype type, String text) {
    if (!text.matches("[+-]?\\d+")) {
      if (type.isDatetime()) {
        return Datetimes.parse(text, type);
      }
      if (type.isTime()) {
        return Durations.parse(text, type);
      }
      throw invalid(type, text, "an integer");
    }
    if (text.length() > MOST_DIGITS) {
      throw invalid(type, QuotedText.shortened(text), "a shorter integer");
    }
    BigInteger value = new BigInteger(text);
    int bits = Byte.SIZE * type.size();
    BigInteger min =
        type.isUnsigned() ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits - 1).negate();
    BigInteger max = BigInteger.ONE.shiftLeft(type.isUnsigned() ? bits : bits - 1);
    if (value.compareTo(min) < 0 || value.compareTo(max) >= 0) {
      throw invalid(type, text, "%s to %s".formatted(min, max.subtract(BigInteger.ONE)));
    }
    return value.longValue();
  }

  private static InvalidRequestException invalid(Datatype type, String text, String expected) {
    return new InvalidRequestException(
        "\"%s\" is not a valid %s; expected %s".formatted(text, type, expected));
  }

  /** Parses text in double quotes with escapes, or text without quotes, and returns its bytes. */
  private static byte[] text(String text) {
    int end = text.length() - 1;
    if (end < 1 || text.charAt(0) != '"' || text.charAt(end) != '"') {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 1;
    while (at < end) {
      int next = text.indexOf('\\', at);
      int stop = next < 0 ? end : Math.min(next, end);
      bytes.writeBytes(text.substring(at, stop).getBytes(StandardCharsets.UTF_8));
      at = stop;
      if (at < end) {
        boolean hex = text.charAt(at + 1) == 'x';
        bytes.write(hex ? hexByte(text, at + 2, end) : escaped(text, at + 1, end));
        at += hex ? 4 : 2;
      }
    }
    return bytes.toByteArray();
  }

  private static int escaped(String text, int at, int end) {
    char c = text.charAt(at);
    if (at >= end || (c != '"' && c != '\\')) {
      throw new InvalidRequestException(
          "%s: expected \\, \" or xHH (a byte in hex) after the backslash".formatted(text));
    }
    return c;
  }

  private static int hexByte(String text, int at, int end) {
    if (at + 2 > end || !text.substring(at, at + 2).matches("[0-9a-fA-F]{2}")) {
      throw new InvalidRequestException(
          "%s: expected two hex digits after \\x, as in \\x0a".formatted(text));
    }
    return Integer.parseInt(text.substring(at, at + 2), 16);
  }

  private static byte[] bytes(String text) {
    try {
      if (text.startsWith("x")) {
        return HexFormat.of().parseHex(text, 1, text.length());
      }
    } catch (IllegalArgumentException e) {
      // Reported by the exception below.
    }
    throw new InvalidRequestException(
        "\"%s\" is not valid bytes; write x and hex digits, such as x00ff".formatted(text));
  }

  private static byte[] bytes(Datatype type, long bits) {
    byte[] bytes = new byte[type.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (bits >>> Byte.SIZE * i);
    }
    return bytes;
  }
}
