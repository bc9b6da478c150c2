package io.azulejo.text.input;

import java.io.Closeable;
import java.io.IOException;

/** The rows of a file, one after the other. */
abstract class RowParser implements Closeable {
  final RowHandler handler;
  private final BadRows bad = new BadRows();
  private long rows;
  private int badColumn;
  private String badReason;

  RowParser(RowHandler handler) {
    this.handler = handler;
  }

  /**
   * Hands on the next row, unless it is bad.
   *
   * @return whether there was one
   * @throws io.azulejo.error.InvalidRequestException if the text cannot be divided into rows any
   *     further
   */
  abstract boolean next() throws IOException;

  /** The rows that were bad. */
  BadRows bad() {
    return bad;
  }

  /** The rows so far, good and bad. */
  long rows() {
    return rows;
  }

  /** The line that is being read, for messages. */
  abstract long line();

  final void cell(int column, char[] text, int start, int end, CellNotation notation) {
    if (badReason == null) {
      try {
        handler.cell(column, text, start, end, notation);
      } catch (BadCell e) {
        fail(column, e.getMessage());
      }
    }
  }

  final void nothing(int column, boolean empty) {
    if (badReason == null) {
      try {
        handler.nothing(column, empty);
      } catch (BadCell e) {
        fail(column, e.getMessage());
      }
    }
  }

  /** The row is bad; only the first reason counts. */
  final void fail(int column, String reason) {
    if (badReason == null) {
      badColumn = column;
      badReason = reason;
    }
  }

  /** Ends the row that began in a line. */
  final void endRow(long line) {
    rows++;
    if (badReason == null) {
      try {
        handler.endRow();
        return;
      } catch (BadCell e) {
        fail(-1, e.getMessage());
      }
    }
    bad.add(line, badColumn < 0 ? null : handler.name(badColumn), badReason);
    badReason = null;
    handler.dropRow();
  }
}
