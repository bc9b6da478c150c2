package io.azulejo.internal.write.scattered;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.dense.DenseMergeWriter;

/**
 * Supplies values for the missing cells of a write. Cells of a tile are counted in cell order,
 * without padding. Any thread may request values of prepared tiles.
 */
interface MissingValues {
  /**
   * Returns the estimated size of a cell's values, offsets and validity in bytes. The writing
   * thread calls this method.
   *
   * @param target writer of the box that has missing cells
   */
  double bytesPerCell(DenseMergeWriter target);

  /**
   * Prepares the values of the given tiles and releases all others. Their memory stays leased until
   * the next call or until {@link #release}.
   *
   * @param target writer of the box that contains the tiles
   * @param tiles tiles with missing cells, ascending
   */
  void prepare(DenseMergeWriter target, int[] tiles);

  /** Releases all prepared values, also after a failed {@link #prepare}. */
  void release();

  /**
   * Passes the columns that hold the values of a field in order.
   *
   * @param from first cell
   * @param count number of cells
   */
  void cells(int tile, int field, int from, int count, Use use);

  /** An action on consecutive rows of a column. */
  interface Use {
    /**
     * Processes rows.
     *
     * @param row first row
     * @param count number of rows
     * @param cell position of the first row among the requested cells
     */
    void of(CellColumn column, int row, int count, int cell);
  }
}
