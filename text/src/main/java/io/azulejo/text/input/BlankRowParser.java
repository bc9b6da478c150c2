package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values between blanks or tabs, any number of them, also before the first and after the last one.
 * Values with blanks have quotes; two quotes within them are one.
 */
final class BlankRowParser extends RowParser {
  private static final int END = -1;
  private static final int LONGEST_CELL = 1 << 28;

  private final Reader in;
  private final FileHead.Lines head;
  private final String nullWord;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int limit;
  private int ahead;
  private char[] word = new char[256];
  private int length;
  private int[] columns;
  private long line;

  BlankRowParser(Reader in, FileHead.Lines head, String nullWord) throws IOException {
    this.in = in;
    this.head = head;
    this.nullWord = nullWord;
    this.line = head.lines() + 1L;
    this.ahead = read();
    ahead = ahead == '\ufeff' ? read() : ahead;
  }

  @Override
  boolean next(RowSink sink) throws IOException {
    if (columns == null) {
      columns = sink.header(head.header() ? names() : head.numbered());
    }
    if (!skipEmpty()) {
      return false;
    }
    long first = line;
    int index = 0;
    while (ahead != '\n' && ahead != END) {
      boolean quoted = word();
      if (index < columns.length) {
        if (!quoted && isNull()) {
          sink.nothing(columns[index], false);
        } else {
          sink.cell(
              columns[index], word, 0, length, quoted ? CellNotation.QUOTED : CellNotation.BARE);
        }
      }
      index++;
      skipBlanks();
    }
    if (index != columns.length) {
      sink.fail(-1, "there are %d values, but %d columns".formatted(index, columns.length));
    }
    sink.endRow(first);
    return true;
  }

  private List<String> names() throws IOException {
    if (!skipEmpty()) {
      throw new InvalidRequestException("there is no first line with the names of the columns");
    }
    List<String> names = new ArrayList<>();
    if (head.rowNames()) {
      names.add("");
    }
    while (ahead != '\n' && ahead != END) {
      boolean comment = !word() && names.isEmpty() && length > 1 && word[0] == '#';
      names.add(comment ? new String(word, 1, length - 1) : new String(word, 0, length));
      skipBlanks();
    }
    return names;
  }

  /** Goes to the next value, over empty lines; returns whether there is one. */
  private boolean skipEmpty() throws IOException {
    skipBlanks();
    while (ahead == '\n') {
      line++;
      ahead = read();
      skipBlanks();
    }
    return ahead != END;
  }

  private void skipBlanks() throws IOException {
    while (ahead == ' ' || ahead == '\t' || ahead == '\r') {
      ahead = read();
    }
  }

  /** Reads a value; returns whether it stood in quotes. */
  private boolean word() throws IOException {
    length = 0;
    boolean quoted = ahead == '"';
    if (!quoted) {
      while (ahead != ' ' && ahead != '\t' && ahead != '\r' && ahead != '\n' && ahead != END) {
        append();
      }
      return false;
    }
    long first = line;
    ahead = read();
    while (true) {
      if (ahead == END) {
        throw new InvalidRequestException("line " + first + ": a quote is not closed");
      }
      if (ahead == '"') {
        ahead = read();
        if (ahead != '"') {
          return true;
        }
      }
      line += ahead == '\n' ? 1 : 0;
      append();
    }
  }

  private boolean isNull() {
    return !nullWord.isEmpty()
        && length == nullWord.length()
        && nullWord.contentEquals(java.nio.CharBuffer.wrap(word, 0, length));
  }

  private void append() throws IOException {
    if (length == word.length) {
      if (length >= LONGEST_CELL) {
        throw new InvalidRequestException("line " + line + ": a value is too long");
      }
      word = Arrays.copyOf(word, 2 * length);
    }
    word[length++] = (char) ahead;
    ahead = read();
  }

  private int read() throws IOException {
    if (at == limit) {
      at = 0;
      limit = in.read(buffer);
      if (limit <= 0) {
        limit = 0;
        return END;
      }
    }
    return buffer[at++];
  }

  @Override
  long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
