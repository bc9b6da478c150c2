package io.azulejo.text.value;

import io.azulejo.schema.LosslessUtf8;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Formats and parses names and strings in double quotes. Within quotes, {@code \"} is a quote and
 * {@code \\} a backslash. {@code \xHH} is a control character, or a byte that is not valid UTF-8.
 */
public final class QuotedText {
  /** Maximum number of characters of a text shown in a message. */
  private static final int LONGEST = 60;

  /** Maximum number of names listed in a message. */
  private static final int MOST_NAMES = 20;

  private QuotedText() {}

  /** Truncates a text to 60 characters for a message. */
  public static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }

  /** Joins names for a message: the first 20, each truncated, and the number of names left out. */
  public static String list(Collection<String> names) {
    String first =
        names.stream()
            .limit(MOST_NAMES)
            .map(QuotedText::shortened)
            .collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more > 0 ? "%s and %,d more".formatted(first, more) : first;
  }

  /** Returns a name as it is written in options. It is quoted if necessary. */
  public static String ofName(String name) {
    boolean plain =
        !name.isEmpty()
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-')
            && !name.contains("..");
    return plain ? name : ofBytes(LosslessUtf8.encode(name));
  }

  /** Returns bytes as quoted text. */
  public static String ofBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    TextBuffer out = new TextBuffer(bytes.length + 16).append('"');
    for (int i = 0; i < bytes.length; ) {
      int length = Unicode.utf8Length(buffer, i, bytes.length);
      int b = bytes[i] & 0xff;
      if (b == '"' || b == '\\') {
        out.append('\\').append((char) b);
        i++;
      } else if (length == 0 || b < ' ' || b == 0x7f) {
        out.append("\\x").appendHex(b, 2);
        i++;
      } else {
        out.append(bytes, i, length);
        i += length;
      }
    }
    return out.append('"').toString();
  }
}
