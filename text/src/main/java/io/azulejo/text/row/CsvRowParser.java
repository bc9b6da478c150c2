package io.azulejo.text.row;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.TableLayout;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses comma-separated values. An empty unquoted cell is null. A quoted empty cell is the empty
 * text.
 */
final class CsvRowParser extends RowParser {
  /**
   * Patterns that extract the start line of a record, and the character after a quote, from the
   * library's messages.
   */
  private static final Pattern START = Pattern.compile("record starting at line (\\d+)");

  private static final Pattern BEHIND_QUOTE = Pattern.compile("closing quote: '(.)'");

  private final CsvReader<Boolean> csv;
  private final Iterator<Boolean> records;
  private final char[] nullWord;
  private List<String> names = new ArrayList<>();
  private int[] columns;
  private final TableLayout head;
  private long line = 1;
  private RowSink sink;
  private boolean last; // whether the record ends with a separator

  /**
   * Creates a parser for a table.
   *
   * @param in the text, starting at the table
   * @param head layout of the table
   */
  public CsvRowParser(Reader in, TableLayout head, String nullWord) {
    this.head = head;
    this.nullWord = nullWord.toCharArray();
    csv =
        CsvReader.builder()
            .fieldSeparator(head.separator())
            .skipEmptyLines(false)
            .detectBomHeader(false)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(LONGEST_CELL)
            .build(new CellHandler(), in);
    records = csv.iterator();
  }

  @Override
  public boolean next(RowSink target) throws IOException {
    sink = target;
    if (columns == null && !head.header()) {
      columns = sink.header(head.numbered());
    }
    try {
      while (records.hasNext()) {
        if (records.next()) {
          return true;
        }
      }
      if (columns == null) {
        throw new InvalidRequestException("the header row is missing");
      }
      return false;
    } catch (CsvParseException e) {
      // The library wraps exceptions of the reader.
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw wrong(e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the exception for misplaced quotes or an overlong cell, with the line of the row. */
  private InvalidRequestException wrong(CsvParseException failure) {
    String message = String.valueOf(failure.getMessage());
    Matcher start = START.matcher(message);
    long row = start.find() ? head.lines() + Long.parseLong(start.group(1)) : line;
    Matcher behind = BEHIND_QUOTE.matcher(message);
    String reason =
        message.startsWith("The maximum buffer size")
            ? "a cell has more than %,d characters; its closing quote may be missing"
                .formatted(LONGEST_CELL)
            : behind.find()
                ? "unexpected \"%s\" after a closing quote; double the quotes within a value"
                    .formatted(behind.group(1))
                : "the closing quote of a cell is missing; add it, or double the quotes within a value";
    return new InvalidRequestException("line " + row + ": " + reason, null, failure);
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }

  /** Receives cells from the library and passes them on. A record yields true if it is a row. */
  private final class CellHandler extends AbstractBaseCsvCallbackHandler<Boolean> {
    @Override
    protected void handleBegin(long startingLineNumber) {
      line = head.lines() + startingLineNumber;
    }

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
      last = length == 0 && !quoted;
      if (columns == null) {
        String name = new String(text, offset, length);
        boolean comment =
            head.comments() && index == 0 && !quoted && name.length() > 1 && name.charAt(0) == '#';
        if (index == 0 && head.rowNames()) {
          names.add("");
        }
        names.add(comment ? name.substring(1) : name);
      } else if (index < columns.length) {
        if (!quoted && (length == 0 || isNull(text, offset, length))) {
          sink.missingCell(columns[index], length == 0);
        } else {
          sink.cell(
              columns[index],
              text,
              offset,
              offset + length,
              quoted ? CellNotation.QUOTED : CellNotation.BARE);
        }
      }
    }

    private boolean isNull(char[] text, int offset, int length) {
      if (length != nullWord.length) {
        return false;
      }
      for (int i = 0; i < length; i++) {
        if (text[offset + i] != nullWord[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    protected void handleEmpty() {
      if (columns != null && columns.length == 1) {
        sink.missingCell(columns[0], true);
      }
    }

    @Override
    protected Boolean buildRecord() {
      boolean empty = getRecordType() == RecordType.EMPTY;
      if (columns == null) {
        if (head.trailing() && last && !names.isEmpty()) {
          names.remove(names.size() - 1);
        }
        columns = sink.header(names);
        names = List.of();
        return false;
      }
      if (empty && columns.length != 1) {
        // An empty line separates rows or ends the file.
        return false;
      }
      int count = empty ? 1 : getFieldCount();
      count -= head.trailing() && last && count == columns.length + 1 ? 1 : 0;
      if (count != columns.length) {
        sink.failWidth(count, columns.length);
      }
      sink.endRow(head.lines() + getStartingLineNumber());
      return true;
    }
  }
}
