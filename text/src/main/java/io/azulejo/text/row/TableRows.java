package io.azulejo.text.row;

import io.azulejo.text.work.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of a table in blocks. While threads parse the columns of one block, the next block
 * is split into cells. A block with invalid rows is parsed again row by row, so that error messages
 * do not depend on thread timing.
 */
final class TableRows {
  /** Maximum number of column groups per block. Each group is parsed by one thread. */
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
  private long divided; // number of rows split so far
  private IOException failure;
  private RuntimeException refusal;

  /**
   * Creates a reader of a parser's rows.
   *
   * @param bound number of rows after which a block always ends
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
   * Passes on the rows of the next block.
   *
   * @return whether there were any rows
   * @throws IOException if the file cannot be read further; all earlier rows were passed on
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

  /** A range of columns to parse. An empty range stands for the task that fills the next block. */
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

  /** Returns the number of rows that the next {@link #advance} passes on, or 0 if unknown. */
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
