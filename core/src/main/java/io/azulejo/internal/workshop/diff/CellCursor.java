package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;

/** A cursor over the cells of a read. Closing it closes the read. */
final class CellCursor implements AutoCloseable {
  private final BatchReader in;
  private final int dimensions;
  private Batch batch;
  private BatchCells cells;
  private int row;

  /**
   * Creates a cursor before the first cell; {@link #hasNext} moves to it.
   *
   * @param dimensions the number of leading coordinate columns
   */
  CellCursor(BatchReader in, int dimensions) {
    this.in = in;
    this.dimensions = dimensions;
  }

  /** Returns whether the cursor is at a cell. Reads the next batch if needed. */
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

  /** Returns the batch that contains the current cell. */
  Batch batch() {
    return batch;
  }

  /** Returns the row of the current cell in its batch. */
  int row() {
    return row;
  }

  /** Returns the number of cells from the current one to the end of its batch. */
  int left() {
    return batch.rows() - row;
  }

  /** Returns the coordinates of the batch, for comparing the order of cells. */
  BatchCells cells() {
    if (cells == null) {
      cells = new BatchCells(batch, dimensions);
    }
    return cells;
  }

  /** Advances by a number of cells within the batch. */
  void advance(int count) {
    row += count;
  }

  @Override
  public void close() {
    in.close();
  }
}
