package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.LosslessUtf8;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Renders decoded field values as text for a dump. */
final class DumpedValue {
  private static final int MAX_NUMBERS = 100;
  private static final int MAX_BYTES = 32;
  private static final int MAX_CHARACTERS = 200;

  private DumpedValue() {}

  static String render(Object value) {
    if (value instanceof WireTrace.Code code) {
      boolean named = !(code.meaning() instanceof Boolean);
      return named ? code.number() + " (" + code.meaning() + ")" : code.number().toString();
    }
    if (value instanceof long[] numbers) {
      String shown =
          LongStream.of(numbers)
              .limit(MAX_NUMBERS)
              .mapToObj(Long::toString)
              .collect(Collectors.joining(" ", "[", ""));
      return numbers.length > MAX_NUMBERS
          ? "%s ... (%d numbers)]".formatted(shown, numbers.length)
          : shown + "]";
    }
    return value instanceof Slice bytes ? render(bytes) : String.valueOf(value);
  }

  private static String render(Slice bytes) {
    if (isPrintable(bytes)) {
      String text = LosslessUtf8.decode(bytes.toBytes());
      return bytes.length() <= MAX_CHARACTERS
          ? "\"" + text + "\""
          : "\"%s...\" (%d bytes)".formatted(text.substring(0, MAX_BYTES), bytes.length());
    }
    int shown = Math.min(bytes.length(), MAX_BYTES);
    String hex = HexFormat.of().formatHex(bytes.array(), bytes.offset(), bytes.offset() + shown);
    return shown < bytes.length()
        ? "0x%s... (%d bytes)".formatted(hex, bytes.length())
        : "0x" + hex;
  }

  /**
   * Returns whether all bytes are printable ASCII characters other than quotes and backslashes. An
   * empty slice is printable.
   */
  private static boolean isPrintable(Slice bytes) {
    for (int i = 0; i < bytes.length(); i++) {
      byte b = bytes.getByte(i);
      if (b < ' ' || b == 0x7f || b == '"' || b == '\\') {
        return false;
      }
    }
    return true;
  }
}
