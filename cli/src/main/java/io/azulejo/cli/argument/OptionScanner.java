package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.value.QuotedText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A scanner for option values that consist of names or other words with separators between them. A
 * word is plain text, or text in double quotes with the escapes that {@link QuotedText} writes. Not
 * thread-safe.
 */
public final class OptionScanner {
  /**
   * A word of an option value.
   *
   * @param text the unquoted text; bytes that are not UTF-8 are encoded by {@link LosslessUtf8}
   * @param quoted whether the word was in double quotes
   */
  public record Word(String text, boolean quoted) {
    /** Returns whether the word is missing: empty and not in quotes. */
    public boolean isAbsent() {
      return !quoted && text.isEmpty();
    }

    /** Returns the bytes of the text, which may not be UTF-8. */
    public byte[] bytes() {
      return LosslessUtf8.encode(text);
    }
  }

  private final String all;
  private final String option;
  private int at;

  private OptionScanner(String all, String option) {
    this.all = all;
    this.option = option;
  }

  /**
   * Creates a scanner.
   *
   * @param text the value of the option
   * @param option the option, with its hyphens, for error messages
   */
  public static OptionScanner of(String text, String option) {
    return new OptionScanner(text, option);
  }

  /**
   * Returns the names in a comma-separated list. Blanks around unquoted names are ignored.
   *
   * @param text the value of the option
   * @param option the option, with its hyphens, for error messages
   * @throws InvalidRequestException if a name is missing or a quote is not closed
   */
  public static List<String> list(String text, String option) {
    OptionScanner scanner = of(text, option);
    List<String> names = new ArrayList<>();
    do {
      Word word = scanner.next(",");
      names.add(word.quoted() ? word.text() : word.text().strip());
      if (!word.quoted() && names.get(names.size() - 1).isEmpty()) {
        throw scanner.error("a name is missing; write the empty name as \"\"");
      }
    } while (scanner.accept(","));
    scanner.end();
    return names;
  }

  /**
   * Reads the next word. An unquoted word ends before the separator or at the end of the value.
   *
   * @param mark the separator, which is not read; empty to read the rest of the value
   * @return the word, which may be absent
   * @throws InvalidRequestException if a quote is not closed or an escape is invalid
   */
  public Word next(String mark) {
    if (at < all.length() && all.charAt(at) == '"') {
      return quotedWord();
    }
    int end = mark.isEmpty() ? -1 : all.indexOf(mark, at);
    String text = all.substring(at, end < 0 ? all.length() : end);
    at += text.length();
    return new Word(text, false);
  }

  /** Reads the rest of the value and returns it unchanged. */
  String rest() {
    String text = all.substring(at);
    at = all.length();
    return text;
  }

  /** Skips a separator if it comes next, and returns whether it does. */
  public boolean accept(String mark) {
    boolean there = all.startsWith(mark, at);
    at += there ? mark.length() : 0;
    return there;
  }

  /**
   * Checks that the whole value has been read.
   *
   * @throws InvalidRequestException if text is left
   */
  public void end() {
    if (at < all.length()) {
      throw error("unexpected \"" + all.substring(at) + "\"");
    }
  }

  /** Creates an exception whose message consists of the option, its value and a reason. */
  public InvalidRequestException error(String reason) {
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
        bytes.writeBytes(LosslessUtf8.encode(all.substring(from, at)));
        at++;
        if (c == '"') {
          return new Word(LosslessUtf8.decode(bytes.toByteArray()), true);
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
      throw error("expected \", \\ or x and two hex digits after the backslash");
    }
    at += 3;
    return new byte[] {(byte) (high << 4 | low)};
  }
}
