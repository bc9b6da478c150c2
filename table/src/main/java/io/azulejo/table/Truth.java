package io.azulejo.table;

/**
 * Of which cells of a column a predicate is true, and of which it is false; of the others it is
 * unknown. Where a set is not exact, it has all these cells and maybe more.
 */
record Truth<T>(CellSet<T> yes, boolean yesExact, CellSet<T> no, boolean noExact) {
  Truth<T> not() {
    return new Truth<>(no, noExact, yes, yesExact);
  }
}
