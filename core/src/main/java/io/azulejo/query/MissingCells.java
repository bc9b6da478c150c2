package io.azulejo.query;

/**
 * What a write of cells in any order to a dense array does with the cells that do not come, of the
 * tiles that some cells come of.
 */
public enum MissingCells {
  /** The write fails. */
  REFUSED,
  /** They get the fill values of their attributes: null where that is the fill value. */
  FILLED,
  /**
   * They keep what the array holds when the write begins: the newest values that are not newer than
   * the write, and fill values where nothing was written.
   */
  KEPT
}
