package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.schema.NDRange;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sorts cells of a dense array that arrive in any order with their coordinates. As in sparse
 * writes, they wait in memory and in temporary files. Not safe for use by several threads at once.
 */
public final class DenseCellSort implements AutoCloseable {
  private final CellLayout layout;
  private final CoordinateCheck check;
  private final UnorderedCells cells;
  private final long[] lows;
  private final long[] highs;
  private long rows;

  /**
   * Creates a sort without cells.
   *
   * @param part the box that all cells must lie in
   * @param duplicates how to treat cells with equal coordinates
   * @param sorted receives the cells in global order once all have arrived
   */
  public DenseCellSort(
      WritableArray array,
      NDRange part,
      DuplicatePolicy duplicates,
      SortedCellSink sorted,
      Resources resources) {
    layout = new CellLayout(array.schema().schema());
    check = new CoordinateCheck(layout.schema(), Optional.of(part));
    lows = new long[part.size()];
    highs = new long[part.size()];
    Arrays.fill(lows, Long.MAX_VALUE);
    Arrays.fill(highs, Long.MIN_VALUE);
    cells =
        new UnorderedCells(array, layout, new DuplicateResolution(duplicates), sorted, resources);
  }

  /**
   * Checks the coordinates of cells and adds the cells.
   *
   * @param columns one column per attribute, then one per dimension; kept by this object
   * @param count number of cells
   * @throws io.azulejo.error.InvalidRequestException if a cell lies outside the part
   */
  public void add(CellColumn[] columns, int count) {
    CellPart part = layout.part(columns, count, new CellPart.RowNumbers(rows, rows + count, true));
    check.check(part);
    if (count > 0) {
      cells.add(part);
      rows += count;
      for (int d = 0; d < lows.length; d++) {
        lows[d] = Math.min(lows[d], part.lows[d]);
        highs[d] = Math.max(highs[d], part.highs[d]);
      }
    }
  }

  /** Returns the number of cells added so far. */
  public long rows() {
    return rows;
  }

  /** Returns the smallest key of a dimension among the added cells. Requires at least one cell. */
  public long low(int dimension) {
    return lows[dimension];
  }

  /** Returns the largest key of a dimension among the added cells. Requires at least one cell. */
  public long high(int dimension) {
    return highs[dimension];
  }

  /**
   * Passes all cells to the sink in global order.
   *
   * @throws io.azulejo.error.InvalidRequestException if cells have equal coordinates and duplicates
   *     are rejected
   */
  public void end() {
    cells.end();
    cells.close();
  }

  /** Releases all cells and deletes the temporary files. */
  @Override
  public void close() {
    cells.close();
  }
}
