package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.dense.DenseMergeWriter;

/**
 * The values of cells that did not come. Cells of a tile are counted in cell order, without
 * padding. What is prepared may be asked for by any thread.
 */
interface MissingValues {
  /**
   * About how many bytes values, offsets and validity of a cell have; called by the thread that
   * writes.
   *
   * @param target where the cells did not come
   */
  double bytesPerCell(DenseMergeWriter target);

  /**
   * Makes the values of some tiles ready, and lets go of all others. What is held for them is
   * leased until others are prepared or all are released.
   *
   * @param target what the tiles belong to
   * @param tiles those with cells that did not come, ascending
   */
  void prepare(DenseMergeWriter target, int[] tiles);

  /** Lets go of what was prepared, whether that succeeded or not. */
  void release();

  /**
   * Copies values of fixed size.
   *
   * @param from the first cell
   * @param at where its value goes in target, in bytes
   */
  void copyFixed(int tile, int field, int from, int count, byte[] target, int at);

  /** Copies validity; at is where that of the first cell goes in target. */
  void copyValidity(int tile, int field, int from, int count, byte[] target, int at);

  /** The bytes of values of variable size; at is where that of the first cell goes in target. */
  void lengths(int tile, int field, int from, int count, int[] target, int at);

  /**
   * Copies values of variable size.
   *
   * @param at where the first of them begins in target, in bytes
   */
  void copyVar(int tile, int field, int from, int count, byte[] target, int at);
}
