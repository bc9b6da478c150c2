package io.azulejo.cli;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import io.azulejo.internal.runtime.Slice;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Names and values on the command line: as they are, or in double quotes when they hold characters
 * that would mean something else. Within quotes {@code \"} is a quote, {@code \\} a backslash and
 * {@code \xHH} a byte.
 */
final class Words {
  /**
   * A name or value.
   *
   * @param text what it says; bytes that are no UTF-8 as {@link Text} holds them
   * @param quoted whether it stood in quotes
   */
  record Word(String text, boolean quoted) {
    /** Whether nothing was written at all. */
    boolean isAbsent() {
      return !quoted && text.isEmpty();
    }

    /** The bytes of the text. */
    byte[] bytes() {
      return Text.encode(text);
    }
  }

  private final String all;
  private final String option;
  private int at;

  private Words(String all, String option) {
    this.all = all;
    this.option = option;
  }

  /** Begins to take apart what was given for an option. */
  static Words of(String text, String option) {
    return new Words(text, option);
  }

  /** The names in a list with commas; blanks around a name without quotes do not count. */
  static List<String> list(String text, String option) {
    Words words = of(text, option);
    List<String> names = new ArrayList<>();
    do {
      Word word = words.next(",");
      names.add(word.quoted() ? word.text() : word.text().strip());
      if (!word.quoted() && names.get(names.size() - 1).isEmpty()) {
        throw words.error("a name is missing; the empty name is written \"\"");
      }
    } while (words.accept(","));
    words.end();
    return names;
  }

  /** A name as it can be written in options: in quotes where it has to be. */
  static String quoted(String name) {
    boolean plain =
        !name.isEmpty()
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-')
            && !name.contains("..");
    return plain ? name : quotedText(Text.encode(name));
  }

  /** Bytes as text in quotes. */
  static String quotedText(byte[] bytes) {
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

  /** The next word: in quotes, or up to a mark or the end. */
  Word next(String mark) {
    if (at < all.length() && all.charAt(at) == '"') {
      return quotedWord();
    }
    int end = mark.isEmpty() ? -1 : all.indexOf(mark, at);
    String text = all.substring(at, end < 0 ? all.length() : end);
    at += text.length();
    return new Word(text, false);
  }

  /** All that is left, as it is. */
  String rest() {
    String text = all.substring(at);
    at = all.length();
    return text;
  }

  /** Goes over a mark, if it comes next. */
  boolean accept(String mark) {
    boolean there = all.startsWith(mark, at);
    at += there ? mark.length() : 0;
    return there;
  }

  /** Checks that nothing is left. */
  void end() {
    if (at < all.length()) {
      throw error("\"" + all.substring(at) + "\" is too much");
    }
  }

  /** An error in what was given. */
  InvalidRequestException error(String reason) {
    return new InvalidRequestException(option + " " + all + ": " + reason);
  }

  private Word quotedWord() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int from = ++at;
    while (true) {
      if (at >= all.length()) {
        throw error("the quote at " + from + " is not closed");
      }
      char c = all.charAt(at);
      if (c == '"' || c == '\\') {
        bytes.writeBytes(Text.encode(all.substring(from, at)));
        at++;
        if (c == '"') {
          byte[] whole = bytes.toByteArray();
          return new Word(Text.decode(Slice.of(whole)), true);
        }
        bytes.writeBytes(escaped());
        from = at;
      } else {
        at++;
      }
    }
  }

  private byte[] escaped() {
    char c = at < all.length() ? all.charAt(at) : 0;
    if (c == '"' || c == '\\') {
      at++;
      return String.valueOf(c).getBytes(StandardCharsets.US_ASCII);
    }
    int high = c == 'x' && at + 2 < all.length() ? Character.digit(all.charAt(at + 1), 16) : -1;
    int low = high < 0 ? -1 : Character.digit(all.charAt(at + 2), 16);
    if (low < 0) {
      throw error("after a backslash comes \", \\ or x and two hex digits");
    }
    at += 3;
    return new byte[] {(byte) (high << 4 | low)};
  }
}
