package io.azulejo.query;

/**
 * What a write does with cells of the same coordinates, to a sparse array without duplicates or to
 * a dense one in any order ({@link WriteRequest#missing}).
 */
public enum DuplicatePolicy {
  /** The write fails. */
  REFUSE,
  /** It keeps the one that was appended last. */
  KEEP_LAST
}
