package io.azulejo.internal.write.sparse;

/**
 * Which of all that were appended some rows are, counted from 0.
 *
 * @param first a number that none of them is less than
 * @param end a number that all of them are less than
 * @param inOrder whether they are all between, in this order
 */
record RowNumbers(long first, long end, boolean inOrder) {
  /** A row, for messages. */
  String text(int row) {
    return inOrder ? "row " + (first + row) : "one of the rows %d to %d".formatted(first, end - 1);
  }
}
