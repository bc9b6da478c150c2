package io.azulejo.text.value;

import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Formats values losslessly. Integers are decimal, and floating-point numbers are their bits
 * ({@code 0x3f800000}). Strings are in double quotes, with bytes other than printable ASCII as
 * {@code \xHH}. Binary data is {@code x00ff}, and several values are {@code [1 2 3]}.
 */
public final class ValueText {
  /** The text of a null cell. */
  public static final String NULL = "null";

  private ValueText() {}

  /**
   * Appends the text of a cell.
   *
   * @param single whether the cell always has exactly one value, so that it is not written as a
   *     list
   * @param data little-endian bytes that contain the cell
   * @param start offset of the cell in the data
   * @param end end offset of the cell in the data, exclusive
   */
  public static void append(
      TextBuffer out, Datatype type, boolean single, ByteBuffer data, int start, int end) {
    if (isText(type)) {
      appendText(out, data, start, end);
    } else if (type.isBytes()) {
      out.append('x');
      for (int at = start; at < end; at++) {
        out.appendHex(data.get(at), 2);
      }
    } else if (single) {
      appendNumber(out, type, data, start);
    } else {
      out.append('[');
      for (int at = start; at < end; at += type.size()) {
        if (at > start) {
          out.append(' ');
        }
        appendNumber(out, type, data, at);
      }
      out.append(']');
    }
  }

  /**
   * Returns the text of a cell.
   *
   * @param cellValNum number of values per cell, or {@link io.azulejo.schema.Attribute#VAR}
   * @param cell bytes of the cell, little-endian
   */
  public static String of(Datatype type, int cellValNum, byte[] cell) {
    TextBuffer out = new TextBuffer(2 * cell.length + 24);
    ByteBuffer data = ByteBuffer.wrap(cell).order(ByteOrder.LITTLE_ENDIAN);
    append(out, type, cellValNum == 1, data, 0, cell.length);
    return out.toString();
  }

  /** Returns the text of a metadata value, or empty if the value was written without data. */
  public static Optional<String> of(MetadataValue value) {
    return value.count() == 0
        ? Optional.empty()
        : Optional.of(of(value.type(), value.count(), value.bytes()));
  }

  /** Returns the text of the lower bound of a range of coordinates. */
  public static String low(Datatype type, Range range) {
    if (range instanceof Range.Longs longs) {
      return ofNumber(type, longs.low());
    }
    return range instanceof Range.Doubles doubles
        ? ofNumber(type, doubles.low())
        : of(type, 1, ((Range.Strings) range).low());
  }

  /** Returns the text of the upper bound of a range of coordinates. */
  public static String high(Datatype type, Range range) {
    if (range instanceof Range.Longs longs) {
      return ofNumber(type, longs.high());
    }
    return range instanceof Range.Doubles doubles
        ? ofNumber(type, doubles.high())
        : of(type, 1, ((Range.Strings) range).high());
  }

  /**
   * Returns the text of a number.
   *
   * @param number a {@link Long} for integer types, a {@link Double} for floating-point types
   */
  public static String ofNumber(Datatype type, Number number) {
    if (type == Datatype.FLOAT32) {
      return new TextBuffer(16)
          .append("0x")
          .appendHex(Float.floatToRawIntBits(number.floatValue()), 8)
          .toString();
    }
    if (type == Datatype.FLOAT64) {
      return new TextBuffer(24)
          .append("0x")
          .appendHex(Double.doubleToRawLongBits(number.doubleValue()), 16)
          .toString();
    }
    return type == Datatype.UINT64
        ? Long.toUnsignedString(number.longValue())
        : Long.toString(number.longValue());
  }

  /** Returns whether values of a type are written as text in double quotes. */
  public static boolean isText(Datatype type) {
    return type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT;
  }

  private static void appendText(TextBuffer out, ByteBuffer data, int start, int end) {
    out.append('"');
    for (int at = start; at < end; at++) {
      byte b = data.get(at);
      if (b == '"' || b == '\\') {
        out.append('\\').append((char) b);
      } else if (b >= ' ' && b <= '~') {
        out.append((char) b);
      } else {
        out.append('\\').append('x').appendHex(b, 2);
      }
    }
    out.append('"');
  }

  private static void appendNumber(TextBuffer out, Datatype type, ByteBuffer data, int at) {
    switch (type) {
      case FLOAT32 -> out.append('0').append('x').appendHex(data.getInt(at), 8);
      case FLOAT64 -> out.append('0').append('x').appendHex(data.getLong(at), 16);
      case INT8 -> out.appendDecimal(data.get(at));
      case INT16 -> out.appendDecimal(data.getShort(at));
      case INT32 -> out.appendDecimal(data.getInt(at));
      case UINT8, BOOL -> out.appendUnsigned(data.get(at) & 0xff);
      case UINT16 -> out.appendUnsigned(data.getShort(at) & 0xffff);
      case UINT32 -> out.appendUnsigned(data.getInt(at) & 0xffffffffL);
      case UINT64 -> out.appendUnsigned(data.getLong(at));
      default -> out.appendDecimal(data.getLong(at));
    }
  }
}
