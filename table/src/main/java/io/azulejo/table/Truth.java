package io.azulejo.table;

/**
 * The cells of a column for which a predicate is true or false; it is unknown for the others. A set
 * that is not exact contains all these cells and maybe more.
 */
record Truth<T>(CellSet<T> yes, boolean yesExact, CellSet<T> no, boolean noExact) {
  Truth<T> not() {
    return new Truth<>(no, noExact, yes, yesExact);
  }
}
