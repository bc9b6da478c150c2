package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;

/**
 * Cells on their way into a sparse fragment. They were appended together or read back together from
 * a temporary file. All rows are selected.
 */
final class CellPart extends Cells {
  /**
   * The columns: attributes, dimensions, special fields, as in {@link
   * io.azulejo.internal.write.fragment.FragmentLayout#fields}.
   */
  final CellColumn[] columns;

  /** The smallest key of each numeric dimension. */
  final long[] lows;

  /** The largest key of each numeric dimension. */
  final long[] highs;

  /** Whether a coordinate is -0.0, which is the same position as 0.0 but a different value. */
  final boolean negativeZero;

  /** Whether the coordinate keys are decoded. */
  boolean hasKeys;

  /** The numbers of the rows among all appended rows. */
  final RowNumbers numbers;

  /**
   * Creates a part from cells with checked coordinates.
   *
   * @param columns all columns
   * @param coordinates the dimension columns
   * @param rows number of cells
   * @param bounds bounds of the coordinates
   * @param numbers numbers of the rows among all appended rows
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
