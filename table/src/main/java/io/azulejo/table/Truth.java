package io.azulejo.table;

/**
 * The cells of a column for which a predicate is true and false. It is unknown for all other cells.
 *
 * @param yes the cells for which the predicate is true; may contain more cells if not exact
 * @param yesExact whether {@code yes} contains only these cells
 * @param no the cells for which the predicate is false; may contain more cells if not exact
 * @param noExact whether {@code no} contains only these cells
 */
record Truth<T>(CellSet<T> yes, boolean yesExact, CellSet<T> no, boolean noExact) {
  /** Returns the result of the negated predicate. */
  Truth<T> not() {
    return new Truth<>(no, noExact, yes, yesExact);
  }
}
