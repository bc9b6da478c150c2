package io.azulejo.query;

/**
 * The treatment of several written cells with equal coordinates. It applies to sparse arrays
 * without duplicates, and to dense arrays whose cells are written in any order ({@link
 * WriteRequest#missing}).
 */
public enum DuplicatePolicy {
  /** The write fails. */
  REFUSE,
  /** The write keeps the cell that was appended last. */
  KEEP_LAST
}
