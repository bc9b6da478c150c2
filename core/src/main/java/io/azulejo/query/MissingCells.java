package io.azulejo.query;

/**
 * Treatment of missing cells by a write of cells in any order to a dense array. Cells are missing
 * if they lie in a tile of a written cell, but are not written themselves.
 */
public enum MissingCells {
  /** The write fails. */
  REFUSED,
  /** Missing cells get the fill values of their attributes: null if that is the fill value. */
  FILLED,
  /**
   * Missing cells keep the array's values from the start of the write: the newest values that are
   * not newer than the write, or fill values if none were written.
   */
  KEPT
}
