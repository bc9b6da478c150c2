package io.azulejo.internal.write.sparse;

/**
 * The numbers of some rows among all appended rows, counted from 0.
 *
 * @param first lower bound of the numbers (inclusive)
 * @param end upper bound of the numbers (exclusive)
 * @param inOrder whether the rows have all numbers between the bounds, in ascending order
 */
record RowNumbers(long first, long end, boolean inOrder) {
  /** Describes a row for messages. */
  String text(int row) {
    return inOrder ? "row " + (first + row) : "one of the rows %d to %d".formatted(first, end - 1);
  }
}
