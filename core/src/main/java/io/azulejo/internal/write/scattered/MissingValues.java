package io.azulejo.internal.write.scattered;

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
   * Copies fixed-size values.
   *
   * @param from first cell
   * @param count number of cells
   * @param at position of the first value in target, in bytes
   */
  void copyFixed(int tile, int field, int from, int count, byte[] target, int at);

  /** Copies validity, one byte per cell, to {@code target}, starting at index {@code at}. */
  void copyValidity(int tile, int field, int from, int count, byte[] target, int at);

  /**
   * Stores the lengths of variable-size values in bytes in {@code target}, starting at index {@code
   * at}.
   */
  void lengths(int tile, int field, int from, int count, int[] target, int at);

  /**
   * Copies variable-size values, one after another.
   *
   * @param from first cell
   * @param count number of cells
   * @param at position of the first value in target, in bytes
   */
  void copyVar(int tile, int field, int from, int count, byte[] target, int at);
}
