package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.TableLayout;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses values that are separated by any number of spaces or tabs. Spaces and tabs at both ends of
 * a line are ignored. Values that contain blanks are in double quotes. A doubled quote within
 * quotes is one quote.
 */
final class BlankRowParser extends WordParser {
  private final TableLayout head;
  private final String nullWord;
  private int[] columns;

  public BlankRowParser(Reader in, TableLayout head, String nullWord) throws IOException {
    super(in, head.lines() + 1L);
    this.head = head;
    this.nullWord = nullWord;
  }

  @Override
  public boolean next(RowSink sink) throws IOException {
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
        if (!quoted && is(nullWord)) {
          sink.missingCell(columns[index], false);
        } else {
          sink.cell(
              columns[index], word, 0, length, quoted ? CellNotation.QUOTED : CellNotation.BARE);
        }
      }
      index++;
      skipBlanks();
    }
    if (index != columns.length) {
      sink.failWidth(index, columns.length);
    }
    sink.endRow(first);
    return true;
  }

  private List<String> names() throws IOException {
    if (!skipEmpty()) {
      throw new InvalidRequestException("the header row is missing");
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

  /**
   * Skips empty lines and blanks before the next value, and returns whether there is a next value.
   */
  private boolean skipEmpty() throws IOException {
    skipBlanks();
    while (ahead == '\n') {
      line++;
      advance();
      skipBlanks();
    }
    return ahead != END;
  }

  private void skipBlanks() throws IOException {
    while (ahead == ' ' || ahead == '\t' || ahead == '\r') {
      advance();
    }
  }

  /** Reads a value and returns whether it was quoted. */
  private boolean word() throws IOException {
    length = 0;
    boolean quoted = ahead == '"';
    if (!quoted) {
      while (ahead != ' ' && ahead != '\t' && ahead != '\r' && ahead != '\n' && ahead != END) {
        append((char) ahead);
        advance();
      }
      return false;
    }
    long first = line;
    advance();
    while (true) {
      if (ahead == END) {
        throw new InvalidRequestException("line " + first + ": a quote is not closed");
      }
      if (ahead == '"') {
        advance();
        if (ahead != '"') {
          return true;
        }
      }
      line += ahead == '\n' ? 1 : 0;
      append((char) ahead);
      advance();
    }
  }
}
