package io.azulejo.text.row;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.value.QuotedText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Formats values for messages. */
public final class MessageText {
  private MessageText() {}

  /** Returns a line of a file in quotes, truncated if it is long. */
  public static String quoted(String line) {
    return "\"" + QuotedText.shortened(line).replaceAll("\\p{Cntrl}", " ") + "\"";
  }

  public static String of(Datatype type, long value) {
    return type.isDatetime()
        ? Datetimes.format(type, value)
        : type == Datatype.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
  }

  /** Returns an enumeration value for a message. */
  public static String of(Enumeration enumeration, byte[] value) {
    Datatype type = enumeration.type();
    if (type.isString() || type == Datatype.CHAR) {
      return quoted(new String(value, StandardCharsets.UTF_8));
    }
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    return switch (type) {
      case FLOAT32 -> Float.toString(bytes.getFloat());
      case FLOAT64 -> Double.toString(bytes.getDouble());
      default ->
          switch (value.length) {
            case 1 -> Integer.toString(type.isUnsigned() ? value[0] & 0xff : value[0]);
            case 2 -> Integer.toString(type.isUnsigned() ? bytes.getChar() : bytes.getShort());
            case 4 ->
                Long.toString(
                    type.isUnsigned() ? Integer.toUnsignedLong(bytes.getInt()) : bytes.getInt());
            case 8 -> of(type, bytes.getLong());
            default -> HexFormat.of().formatHex(value);
          };
    };
  }
}
