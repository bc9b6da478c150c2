package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.schema.NDRange;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sorts cells of a dense array that come in any order with their coordinates. They wait in memory
 * and in files as those of sparse arrays do. For one thread at a time.
 */
public final class DenseCellSort implements AutoCloseable {
  private final CellLayout layout;
  private final UnorderedCells cells;
  private final long[] lows;
  private final long[] highs;
  private long rows;

  /**
   * No cells yet.
   *
   * @param part the box that the cells have to lie in
   * @param duplicates what is done with cells of the same coordinates
   * @param sorted gets the cells in global order when all have come
   */
  public DenseCellSort(
      WritableArray array,
      NDRange part,
      DuplicatePolicy duplicates,
      SortedCellSink sorted,
      Resources resources) {
    layout = new CellLayout(array.schema().schema(), 0, Optional.of(part));
    lows = new long[part.size()];
    highs = new long[part.size()];
    Arrays.fill(lows, Long.MAX_VALUE);
    Arrays.fill(highs, Long.MIN_VALUE);
    cells =
        new UnorderedCells(array, layout, new DuplicateResolution(duplicates), sorted, resources);
  }

  /**
   * Checks the coordinates of cells, and takes them.
   *
   * @param columns a column for each attribute, then for each dimension; kept
   * @throws io.azulejo.error.InvalidRequestException if a cell lies outside of the part
   */
  public void add(CellColumn[] columns, int count) {
    CellPart part = layout.checked(columns, count, rows);
    if (count > 0) {
      cells.add(part);
      rows += count;
      for (int d = 0; d < lows.length; d++) {
        lows[d] = Math.min(lows[d], part.lows[d]);
        highs[d] = Math.max(highs[d], part.highs[d]);
      }
    }
  }

  /** Returns the number of cells that came. */
  public long rows() {
    return rows;
  }

  /** Returns the least key of a dimension among the cells that came, at least one. */
  public long low(int dimension) {
    return lows[dimension];
  }

  /** Returns the greatest key of a dimension among the cells that came, at least one. */
  public long high(int dimension) {
    return highs[dimension];
  }

  /**
   * Hands over all cells in global order.
   *
   * @throws io.azulejo.error.InvalidRequestException if cells come twice, and that is refused
   */
  public void end() {
    cells.end();
    cells.close();
  }

  /** Lets go of everything. */
  @Override
  public void close() {
    cells.close();
  }
}
