package io.azulejo.internal.maintain.diff;

import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.internal.maintain.ReadAhead;
import io.azulejo.query.Batch;

/** Goes through the cells of a read. */
final class CellCursor implements AutoCloseable {
  private final ReadAhead in;
  private final int dimensions;
  private Batch batch;
  private BatchCells cells;
  private int row;

  /**
   * At the first cell, once {@link #hasNext} was asked.
   *
   * @param dimensions how many columns, the first ones, are coordinates
   */
  CellCursor(ReadAhead in, int dimensions) {
    this.in = in;
    this.dimensions = dimensions;
  }

  /** Whether there is a cell here. */
  boolean hasNext() {
    while (batch == null || row == batch.rows()) {
      batch = in.next();
      cells = null;
      row = 0;
      if (batch == null) {
        return false;
      }
    }
    return true;
  }

  /** The batch that the cell is in. */
  Batch batch() {
    return batch;
  }

  /** The row of the cell. */
  int row() {
    return row;
  }

  /** The cells from this one to the end of its batch. */
  int left() {
    return batch.rows() - row;
  }

  /** The coordinates of the batch, to be ordered by. */
  BatchCells cells() {
    if (cells == null) {
      cells = new BatchCells(batch, dimensions);
    }
    return cells;
  }

  /** Goes on by some cells of the batch. */
  void advance(int count) {
    row += count;
  }

  @Override
  public void close() {
    in.close();
  }
}
