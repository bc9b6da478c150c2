package io.azulejo.query;

/** What a write to a sparse array without duplicates does with cells of the same coordinates. */
public enum DuplicatePolicy {
  /** The write fails. */
  REFUSE,
  /** It keeps the one that was appended last. */
  KEEP_LAST
}
