package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** Looks one character ahead, and collects those of a value. */
abstract class WordParser extends RowParser {
  /** What comes after the last character. */
  public static final int END = -1;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int limit;

  /** The next character; {@link #END} where there is none. */
  public int ahead;

  /** The characters of a value. */
  public char[] word = new char[256];

  /** How many they are. */
  public int length;

  /** The line of the next character. */
  public long line;

  /**
   * Reads the first character.
   *
   * @param line the number of the first line
   */
  public WordParser(Reader in, long line) throws IOException {
    this.in = in;
    this.line = line;
    advance();
  }

  /** Passes over the next character. */
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

  /** Makes a character part of the value. */
  public final void append(char c) {
    if (length == word.length) {
      if (length >= LONGEST_CELL) {
        throw new InvalidRequestException("line " + line + ": a value is too long");
      }
      word = Arrays.copyOf(word, 2 * length);
    }
    word[length++] = c;
  }

  /** Whether a text is the value. */
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
