package io.azulejo.table;

/** What is left to an engine of a predicate that was translated. */
public enum Verdict {
  /** Nothing: the read gives the rows for which the predicate is true, and no others. */
  EXACT,

  /**
   * The read gives all rows for which the predicate is true, and maybe more: it has to be tested
   * again.
   */
  SUPERSET,

  /** All: the predicate leaves out no row of the read. */
  NONE
}
