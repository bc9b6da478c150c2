package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.FixedColumns;
import io.azulejo.text.input.TableLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;

/** Parses fixed-width columns that are separated by blanks. */
final class FixedRowParser extends RowParser {
  private static final int LONGEST_LINE = 1 << 24;

  private final BufferedReader in;
  private final TableLayout head;
  private final String nullWord;
  private final StringBuilder word = new StringBuilder();
  private int[] columns;
  private long line;
  private boolean early = true; // whether no row has been read yet

  public FixedRowParser(Reader in, TableLayout head, String nullWord) {
    this.in = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
    this.head = head;
    this.nullWord = nullWord;
    this.line = head.lines();
  }

  @Override
  public boolean next(RowSink sink) throws IOException {
    if (columns == null) {
      columns = sink.header(head.header() ? names() : head.numbered());
    }
    String text = text();
    early = false;
    if (text == null) {
      return false;
    }
    List<String> cells = head.fixed().cells(text);
    for (int i = 0; cells != null && i < columns.length; i++) {
      String cell = cells.get(i);
      if (cell.isEmpty() || cell.equals(nullWord)) {
        sink.missingCell(columns[i], cell.isEmpty());
      } else {
        sink.cell(columns[i], cell.toCharArray(), 0, cell.length(), CellNotation.BARE);
      }
    }
    if (cells == null) {
      sink.fail(-1, "found text between two columns, where all earlier lines have blanks");
    }
    sink.endRow(line);
    return true;
  }

  private List<String> names() throws IOException {
    String text = text();
    List<String> names = text == null ? null : head.fixed().cells(text);
    if (names == null) {
      throw new InvalidRequestException("the header row is missing");
    }
    return names;
  }

  /** Returns the next line that is neither blank nor a ruler, or null at the end of the file. */
  private String text() throws IOException {
    String text = read();
    while (text != null && (text.isBlank() || FixedColumns.isRule(text, early))) {
      text = read();
    }
    return text;
  }

  /** Returns the next line, or null at the end of the file. */
  private String read() throws IOException {
    word.setLength(0);
    line++;
    int c = in.read();
    if (c < 0) {
      return null;
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (word.length() == LONGEST_LINE) {
        throw new InvalidRequestException("line " + line + " is too long");
      }
      word.append((char) c);
    }
    int end = word.length();
    return word.substring(0, end > 0 && word.charAt(end - 1) == '\r' ? end - 1 : end);
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
