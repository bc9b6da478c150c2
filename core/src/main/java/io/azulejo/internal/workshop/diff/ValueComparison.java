package io.azulejo.internal.workshop.diff;

import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import java.util.Arrays;

/** Compares the values of two columns of the same type bit by bit. Two nulls are equal. */
final class ValueComparison {
  private ValueComparison() {}

  /**
   * Finds the first row whose values differ.
   *
   * @param rowA the first row of column {@code a}
   * @param rowB the first row of column {@code b}
   * @param count the number of rows to compare
   * @return the index of that row relative to the first rows, or {@code count} if all rows are
   *     equal
   */
  static int mismatch(Column a, int rowA, Column b, int rowB, int count) {
    for (int at = 0; at < count; at++) {
      at += sameBytes(a, rowA + at, b, rowB + at, count - at);
      if (at == count || isDifferent(a, rowA + at, b, rowB + at)) {
        return at;
      }
    }
    return count;
  }

  /** Returns how many leading rows have equal bytes. Further rows may be equal as well. */
  private static int sameBytes(Column a, int rowA, Column b, int rowB, int count) {
    int rows = sameValidity(a, rowA, b, rowB, count);
    if (rows == 0) {
      return 0;
    }
    if (a instanceof VarColumn) {
      int same = 0;
      while (same < rows && sameCell(a, rowA + same, b, rowB + same)) {
        same++;
      }
      return same;
    }
    int from = a.start(rowA);
    int size = a.end(rowA) - from;
    int fromB = b.start(rowB);
    int bytes =
        Arrays.mismatch(a.array(), from, from + rows * size, b.array(), fromB, fromB + rows * size);
    return bytes < 0 ? rows : bytes / size;
  }

  private static int sameValidity(Column a, int rowA, Column b, int rowB, int count) {
    if (!a.nullable() && !b.nullable()) {
      return count;
    }
    for (int i = 0; i < count; i++) {
      if (a.isNull(rowA + i) != b.isNull(rowB + i)) {
        return i;
      }
    }
    return count;
  }

  private static boolean isDifferent(Column a, int rowA, Column b, int rowB) {
    return a.isNull(rowA) != b.isNull(rowB) || !a.isNull(rowA) && !sameCell(a, rowA, b, rowB);
  }

  private static boolean sameCell(Column a, int rowA, Column b, int rowB) {
    return Arrays.equals(
        a.array(), a.start(rowA), a.end(rowA), b.array(), b.start(rowB), b.end(rowB));
  }
}
