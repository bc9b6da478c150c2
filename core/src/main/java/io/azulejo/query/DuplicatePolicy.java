package io.azulejo.query;

/**
 * Treatment of cells with equal coordinates by a write to a sparse array without duplicates, or to
 * a dense array with cells in any order ({@link WriteRequest#missing}).
 */
public enum DuplicatePolicy {
  /** The write fails. */
  REFUSE,
  /** The write keeps the cell that was appended last. */
  KEEP_LAST
}
