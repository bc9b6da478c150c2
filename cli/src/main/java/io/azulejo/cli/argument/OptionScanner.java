package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.value.QuotedText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Scans the value of an option from left to right: names, values and the separators between them. A
 * name or value is written as it is, or in double quotes as {@link QuotedText} writes it.
 */
public final class OptionScanner {
  /**
   * A name or value.
   *
   * @param text the text of the word; {@link LosslessUtf8} holds bytes that are not UTF-8
   * @param quoted whether it was in quotes
   */
  public record Word(String text, boolean quoted) {
    /** Returns whether the word is empty and without quotes. */
    public boolean isAbsent() {
      return !quoted && text.isEmpty();
    }

    /** Returns the bytes of the text. */
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

  /** Starts to scan the value of an option. */
  public static OptionScanner of(String text, String option) {
    return new OptionScanner(text, option);
  }

  /**
   * Returns the names in a comma-separated list. Blanks around a name without quotes are ignored.
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

  /** Returns the next word: in quotes, or up to a separator or the end. */
  public Word next(String mark) {
    if (at < all.length() && all.charAt(at) == '"') {
      return quotedWord();
    }
    int end = mark.isEmpty() ? -1 : all.indexOf(mark, at);
    String text = all.substring(at, end < 0 ? all.length() : end);
    at += text.length();
    return new Word(text, false);
  }

  /** Returns the unread rest unchanged. */
  String rest() {
    String text = all.substring(at);
    at = all.length();
    return text;
  }

  /** Skips a separator if it comes next, and returns whether it did. */
  public boolean accept(String mark) {
    boolean there = all.startsWith(mark, at);
    at += there ? mark.length() : 0;
    return there;
  }

  /** Checks that everything was read. */
  public void end() {
    if (at < all.length()) {
      throw error("unexpected \"" + all.substring(at) + "\"");
    }
  }

  /** Returns an exception for a mistake in the value. */
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
