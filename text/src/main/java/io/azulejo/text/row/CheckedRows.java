package io.azulejo.text.row;

import java.util.List;

/** Passes rows to a {@link RowHandler} cell by cell, and collects invalid rows. */
final class CheckedRows implements RowSink {
  private final RowHandler handler;
  private final BadRows bad = new BadRows();
  private long rows;
  private int badColumn;
  private String badReason;

  public CheckedRows(RowHandler handler) {
    this.handler = handler;
  }

  /** Returns the invalid rows so far. */
  public BadRows bad() {
    return bad;
  }

  /** Returns the number of rows so far, both valid and invalid. */
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
  public void missingCell(int column, boolean empty) {
    if (badReason == null && column >= 0) {
      try {
        handler.missingCell(column, empty);
      } catch (BadCell e) {
        fail(column, e);
      }
    }
  }

  /** Marks the current row as invalid. Only the first reason is kept. */
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

  /**
   * Counts valid rows whose cells the handler has already taken column by column, and completes
   * them.
   */
  public void endRows(int count) {
    rows += count;
    handler.endRows(count);
  }
}
