package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;

/** A cursor over the cells of a read. */
final class CellCursor implements AutoCloseable {
  private final BatchReader in;
  private final int dimensions;
  private Batch batch;
  private BatchCells cells;
  private int row;

  /**
   * A cursor before the first cell; {@link #hasNext} moves to it.
   *
   * @param dimensions the number of coordinate columns, the first ones
   */
  CellCursor(BatchReader in, int dimensions) {
    this.in = in;
    this.dimensions = dimensions;
  }

  /** Whether the cursor is at a cell; reads the next batch if needed. */
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

  /** The number of cells from this one to the end of its batch. */
  int left() {
    return batch.rows() - row;
  }

  /** The cells of the batch, for comparing their order. */
  BatchCells cells() {
    if (cells == null) {
      cells = new BatchCells(batch, dimensions);
    }
    return cells;
  }

  /** Moves forward by some cells of the batch. */
  void advance(int count) {
    row += count;
  }

  @Override
  public void close() {
    in.close();
  }
}
