package io.azulejo.text.value;

import io.azulejo.internal.format.Text;
import java.nio.ByteBuffer;

/**
 * Names and strings in double quotes. Within quotes {@code \"} is a quote, {@code \\} a backslash
 * and {@code \xHH} a byte that is not part of UTF-8 text, or a control character.
 */
public final class QuotedText {
  private QuotedText() {}

  /** A name as it can be written in options: in quotes where it has to be. */
  public static String ofName(String name) {
    boolean plain =
        !name.isEmpty()
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-')
            && !name.contains("..");
    return plain ? name : ofBytes(Text.encode(name));
  }

  /** Bytes as text in quotes. */
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
