package io.azulejo.text.row;

import io.azulejo.text.work.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of a table block by block. While threads parse the columns of a block, the next
 * block is split into cells. A block with invalid rows is parsed again row by row, so that messages
 * do not depend on threads.
 */
final class TableRows {
  /** Maximum number of column groups that are distributed to threads. */
  private static final int GROUPS = 64;

  private final RowParser parser;
  private final RowHandler handler;
  private final CheckedRows checked;
  private final Workers workers;
  private final TableHeader header;
  private final long bound;
  private RowBlock block;
  private RowBlock ahead;
  private boolean begun;
  private boolean ended;
  private long divided; // in rows
  private IOException failure;
  private RuntimeException refusal;

  /**
   * Creates a reader of a parser's rows.
   *
   * @param bound blocks end after this many rows
   */
  public TableRows(
      RowParser parser, RowHandler handler, CheckedRows checked, Workers workers, long bound) {
    this.parser = parser;
    this.handler = handler;
    this.checked = checked;
    this.workers = workers;
    this.bound = bound;
    this.header = new TableHeader(handler);
    this.block = new RowBlock(header);
    this.ahead = new RowBlock(header);
  }

  /**
   * Passes on the next rows.
   *
   * @return whether there were any
   * @throws IOException if the file cannot be read further, after all previous rows were passed on
   */
  public boolean advance() throws IOException {
    if (!hasNext()) {
      return false;
    }
    RowBlock free = block;
    block = ahead;
    ahead = free;
    ahead.clear();
    List<Group> work = new ArrayList<>();
    if (!ended) {
      work.add(new Group(0, 0));
    }
    if (block.isWhole()) {
      int step = Math.max(1, header.width() / GROUPS);
      for (int i = 0; i < header.width(); i += step) {
        work.add(new Group(i, Math.min(header.width(), i + step)));
      }
    }
    List<Boolean> done =
        block.isSmall()
            ? work.stream().map(this::work).toList()
            : workers.compute(work, this::work);
    boolean good = !done.contains(false) && block.isWhole();
    if (good) {
      checked.endRows(block.rows());
    } else {
      handler.discardRows();
      block.copyTo(checked);
    }
    return true;
  }

  /** Columns to parse; empty for the task that fills the next block. */
  private record Group(int from, int to) {}

  private boolean work(Group columns) {
    if (columns.to() == 0) {
      fill();
    }
    for (int i = columns.from(); i < columns.to(); i++) {
      if (header.isSelected(i) && !handler.takeColumn(header.column(i), block, i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether there are more rows. */
  public boolean hasNext() throws IOException {
    if (!begun) {
      begun = true;
      fill();
    }
    if (ahead.rows() > 0) {
      return true;
    }
    if (failure != null) {
      throw failure;
    }
    if (refusal != null) {
      throw refusal;
    }
    return false;
  }

  /** Returns the number of rows that {@link #advance} passes on next; 0 if unknown. */
  public int ahead() {
    return ahead.rows();
  }

  private void fill() {
    try {
      while (!ended && !ahead.isFull()) {
        ended = !parser.next(ahead);
        divided += ended ? 0 : 1;
        if (divided % BatchBuilder.ROWS == 0 || divided == bound) {
          break;
        }
      }
    } catch (IOException e) {
      failure = e;
      ended = true;
    } catch (RuntimeException e) {
      refusal = e;
      ended = true;
    }
  }
}
