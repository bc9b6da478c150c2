package io.azulejo.table;

/** The part of a translated predicate that is left to an engine. */
public enum Verdict {
  /** Nothing: the read returns exactly the rows for which the predicate is true. */
  EXACT,

  /** The read returns at least the rows for which it is true; the engine must test it again. */
  SUPERSET,

  /** Everything: the read does not use the predicate. */
  NONE
}
