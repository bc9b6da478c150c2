package io.azulejo.table;

/** The degree to which a translated predicate is pushed down to the array. */
public enum Verdict {
  /** The read returns exactly the rows for which the predicate is true. Nothing is left to test. */
  EXACT,

  /**
   * The read returns all rows for which the predicate is true, and possibly others. The engine must
   * test it again.
   */
  SUPERSET,

  /** The read does not use the predicate. The engine must test it on all rows. */
  NONE
}
