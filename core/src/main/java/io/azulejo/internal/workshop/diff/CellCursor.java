package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;

/** A cursor over the cells of a read. Closing the cursor closes the read. */
final class CellCursor implements AutoCloseable {
  private final BatchReader in;
  private final int dimensions;
  private Batch batch;
  private BatchCells cells;
  private int row;

  /**
   * Creates a cursor before the first cell. {@link #hasNext} moves it to the first cell.
   *
   * @param in the read, which the cursor owns
   * @param dimensions the number of leading coordinate columns
   */
  CellCursor(BatchReader in, int dimensions) {
    this.in = in;
    this.dimensions = dimensions;
  }

  /** Returns whether the cursor is at a cell. Reads the next batch if the current one has ended. */
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

  /** Returns the row index of the current cell in its batch. */
  int row() {
    return row;
  }

  /** Returns the number of cells left in the batch, including the current one. */
  int left() {
    return batch.rows() - row;
  }

  /** Returns the coordinates of all cells in the batch, which are used to compare cell order. */
  BatchCells cells() {
    if (cells == null) {
      cells = new BatchCells(batch, dimensions);
    }
    return cells;
  }

  /** Advances the cursor within the batch. The count must not exceed {@link #left}. */
  void advance(int count) {
    row += count;
  }

  @Override
  public void close() {
    in.close();
  }
}
