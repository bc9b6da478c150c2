package io.azulejo.query;

/**
 * The treatment of missing cells when cells are written to a dense array in any order. A cell is
 * missing if it is not written, but lies in the same tile as a written cell.
 */
public enum MissingCells {
  /** The write fails. */
  REFUSED,
  /** The write gives missing cells the fill values of their attributes, which may be null. */
  FILLED,
  /**
   * The write copies the values that missing cells had when the write started. These are the newest
   * values whose timestamp is not later than the timestamp of the write. A cell that was never
   * written gets fill values.
   */
  KEPT
}
