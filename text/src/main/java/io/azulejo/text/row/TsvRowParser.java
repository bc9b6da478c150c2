package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.input.TableLayout;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses tab-separated values. Within quotes, {@code \"} is a quote, {@code \\} a backslash and
 * {@code \xHH} a byte, as {@code read --format tsv} writes them. A doubled quote is one quote, as
 * in CSV. Unquoted {@code null} and {@code \N} are null.
 */
final class TsvRowParser extends WordParser {
  private final TableLayout head;
  private final String nullWord;
  private int[] columns;

  public TsvRowParser(Reader in, TableLayout head, String nullWord) throws IOException {
    super(in, head.lines() + 1L);
    this.head = head;
    this.nullWord = nullWord;
  }

  @Override
  public boolean next(RowSink sink) throws IOException {
    if (columns == null) {
      columns = sink.header(head.header() ? header() : head.numbered());
    }
    while (columns.length != 1 && (ahead == '\n' || ahead == '\r')) {
      endLine();
    }
    if (ahead == END) {
      return false;
    }
    long first = line;
    int index = 0;
    boolean missingCell;
    while (true) {
      boolean quoted = word();
      missingCell = !quoted && length == 0;
      if (index < columns.length) {
        if (!quoted && isNull()) {
          sink.missingCell(columns[index], length == 0);
        } else {
          sink.cell(
              columns[index], word, 0, length, quoted ? CellNotation.BYTES : CellNotation.BARE);
        }
      }
      index++;
      if (ahead != '\t') {
        break;
      }
      advance();
    }
    endLine();
    if (index == columns.length + 1 && head.trailing() && missingCell) {
      index--;
    }
    if (index != columns.length) {
      sink.failWidth(index, columns.length);
    }
    sink.endRow(first);
    return true;
  }

  private List<String> header() throws IOException {
    if (ahead == END) {
      throw new InvalidRequestException("the header row is missing");
    }
    List<String> names = new ArrayList<>();
    if (head.rowNames()) {
      names.add("");
    }
    CellBytes bytes = new CellBytes(64);
    while (true) {
      boolean quoted = word();
      if (quoted) {
        CharacterParser.put(bytes, word, 0, length, 1, true);
        names.add(LosslessUtf8.decode(Arrays.copyOf(bytes.array(), bytes.size())));
        bytes.truncate(0);
      } else {
        int from = head.comments() && names.isEmpty() && length > 1 && word[0] == '#' ? 1 : 0;
        names.add(new String(word, from, length - from));
      }
      if (ahead != '\t') {
        endLine();
        if (head.trailing() && !quoted && length == 0) {
          names.remove(names.size() - 1);
        }
        return names;
      }
      advance();
    }
  }

  private boolean isNull() {
    return length == 0 || is("null") || is("\\N") || is(nullWord);
  }

  /** Reads a value and returns whether it was quoted. */
  private boolean word() throws IOException {
    length = 0;
    if (ahead != '"') {
      while (ahead != '\t' && ahead != '\n' && ahead != '\r' && ahead != END) {
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
          break;
        }
      } else if (ahead == '\\') {
        advance();
        if (ahead == '\\') {
          append('\\');
          append('x');
          append('5');
          ahead = 'c';
        } else if (ahead != '"') {
          append('\\');
          continue;
        }
      } else if (ahead == '\n') {
        line++;
      }
      append((char) ahead);
      advance();
    }
    if (ahead != '\t' && ahead != '\n' && ahead != '\r' && ahead != END) {
      throw new InvalidRequestException(
          "line " + line + ": expected a tab or the end of the line after the closing quote");
    }
    return true;
  }

  private void endLine() throws IOException {
    if (ahead == '\r') {
      advance();
    }
    if (ahead == '\n') {
      advance();
    }
    line++;
  }
}
