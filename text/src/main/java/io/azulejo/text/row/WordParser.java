package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** A parser with one character of lookahead that collects the characters of the current value. */
abstract class WordParser extends RowParser {
  /** Value of {@link #ahead} after the last character. */
  public static final int END = -1;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int limit;

  /** The next character, or {@link #END}. */
  public int ahead;

  /** Buffer with the characters of the current value. */
  public char[] word = new char[256];

  /** Number of characters of the current value. */
  public int length;

  /** Number of the line that contains the next character. */
  public long line;

  /**
   * Creates a parser and reads the first character.
   *
   * @param line number of the first line
   */
  public WordParser(Reader in, long line) throws IOException {
    this.in = in;
    this.line = line;
    advance();
  }

  /** Consumes the next character. */
  public final void advance() throws IOException {
    if (at == limit) {
      at = 0;
      limit = in.read(buffer);
      if (limit <= 0) {
        limit = 0;
        ahead = END;
        return;
      }
    }
    ahead = buffer[at++];
  }

  /** Appends a character to the current value. */
  public final void append(char c) {
    if (length == word.length) {
      if (length >= LONGEST_CELL) {
        throw new InvalidRequestException("line " + line + ": a value is too long");
      }
      word = Arrays.copyOf(word, 2 * length);
    }
    word[length++] = c;
  }

  /** Returns whether the current value equals a text. */
  public final boolean is(String text) {
    if (length != text.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public final long line() {
    return line;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
