package io.azulejo.text.value;

import io.azulejo.schema.LosslessUtf8;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Formats and parses names and strings in double quotes. Within quotes {@code \"} is a quote,
 * {@code \\} a backslash and {@code \xHH} a control character or a byte that is not part of UTF-8
 * text.
 */
public final class QuotedText {
  /** Maximum number of characters of a quoted text in a message. */
  private static final int LONGEST = 60;

  /** Maximum number of names in a message. */
  private static final int MOST_NAMES = 20;

  private QuotedText() {}

  /** Returns a text from a file for a message, truncated to 60 characters. */
  public static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }

  /** Returns names for a message: the first 20, truncated, and the number of further names. */
  public static String list(Collection<String> names) {
    String first =
        names.stream()
            .limit(MOST_NAMES)
            .map(QuotedText::shortened)
            .collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more > 0 ? "%s and %,d more".formatted(first, more) : first;
  }

  /** Returns a name as written in options: in quotes if necessary. */
  public static String ofName(String name) {
    boolean plain =
        !name.isEmpty()
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-')
            && !name.contains("..");
    return plain ? name : ofBytes(LosslessUtf8.encode(name));
  }

  /** Returns bytes as text in quotes. */
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
