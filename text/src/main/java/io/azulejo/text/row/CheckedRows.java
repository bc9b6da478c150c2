package io.azulejo.text.row;

import java.util.List;

/** Hands rows to a {@link RowHandler} cell by cell, and keeps account of those that are bad. */
final class CheckedRows implements RowSink {
  private final RowHandler handler;
  private final BadRows bad = new BadRows();
  private long rows;
  private int badColumn;
  private String badReason;

  public CheckedRows(RowHandler handler) {
    this.handler = handler;
  }

  /** The rows that were bad. */
  public BadRows bad() {
    return bad;
  }

  /** The rows so far, good and bad. */
  public long rows() {
    return rows;
  }

  @Override
  public int column(String name) {
    return handler.column(name);
  }

  @Override
  public int[] header(List<String> names) {
    return handler.header(names);
  }

  @Override
  public void cell(int column, char[] text, int start, int end, CellNotation notation) {
    if (badReason == null && column >= 0) {
      try {
        handler.cell(column, text, start, end, notation);
      } catch (BadCell e) {
        fail(column, e);
      }
    }
  }

  @Override
  public void nothing(int column, boolean empty) {
    if (badReason == null && column >= 0) {
      try {
        handler.nothing(column, empty);
      } catch (BadCell e) {
        fail(column, e);
      }
    }
  }

  /** The row is bad; only the first reason counts. */
  @Override
  public void fail(int column, String reason) {
    if (badReason == null) {
      badColumn = column;
      badReason = reason;
    }
  }

  @Override
  public void fail(int column, BadCell reason) {
    if (badReason == null) {
      fail(column, bad.isFull() ? "" : reason.getMessage());
    }
  }

  @Override
  public void endRow(long line) {
    rows++;
    if (badReason == null) {
      try {
        handler.endRow();
        return;
      } catch (BadCell e) {
        fail(-1, e);
      }
    }
    bad.add(line, badColumn < 0 ? null : handler.name(badColumn), badReason);
    badReason = null;
    handler.dropRow();
  }

  /** Ends rows whose cells the handler took column by column, all of them good. */
  public void endRows(int count) {
    rows += count;
    handler.endRows(count);
  }
}
