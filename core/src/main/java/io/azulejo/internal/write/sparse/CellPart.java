package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;

/**
 * Some cells on their way into a sparse fragment: appended together, or come back together from a
 * file where they waited. All rows are selected.
 */
final class CellPart extends Cells {
  /**
   * The columns: attributes, then dimensions, then special fields, as in {@link
   * io.azulejo.internal.write.fragment.FragmentLayout#fields}.
   */
  final CellColumn[] columns;

  /** The least key of each dimension of numbers. */
  final long[] lows;

  /** The greatest key of each dimension of numbers. */
  final long[] highs;

  /** Whether there is a coordinate -0.0, which is no other place than 0.0, but another value. */
  final boolean negativeZero;

  /** Whether the keys of coordinates are decoded. */
  boolean hasKeys;

  /** Which of all that were appended the rows are. */
  final RowNumbers numbers;

  /**
   * Cells of which coordinates are checked.
   *
   * @param coordinates those of the columns that are of dimensions
   * @param rows how many they are
   */
  CellPart(
      CellColumn[] columns,
      CellColumn[] coordinates,
      int rows,
      CoordinateBounds bounds,
      RowNumbers numbers) {
    this.columns = columns;
    this.coordinates = coordinates;
    this.keys = new long[coordinates.length][];
    this.lows = bounds.lows();
    this.highs = bounds.highs();
    this.negativeZero = bounds.negativeZero();
    this.selected = rows;
    this.numbers = numbers;
  }
}
