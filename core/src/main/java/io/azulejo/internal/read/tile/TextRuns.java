package io.azulejo.internal.read.tile;

import io.azulejo.internal.filter.StringRuns;
import io.azulejo.internal.order.CellColumn;
import java.util.Arrays;

/**
 * The strings of consecutive cells as runs of equal strings, each stored once. A criterion is
 * tested once per run, and only the selected cells become a column.
 *
 * @param values the string of each run
 * @param ends the end of each run (exclusive), in ascending order; the last one is the number of
 *     cells
 */
public record TextRuns(CellColumn values, int[] ends) {
  static TextRuns of(StringRuns runs) {
    return new TextRuns(new CellColumn(runs.data(), 0, runs.offsets(), null), runs.ends());
  }

  /**
   * Returns the strings of some cells.
   *
   * @param rows the cells in ascending order; null for all
   */
  public CellColumn rows(int[] rows) {
    int[] runs = new int[rows == null ? ends[ends.length - 1] : rows.length];
    if (rows == null) {
      int from = 0;
      for (int run = 0; run < ends.length; run++) {
        Arrays.fill(runs, from, ends[run], run);
        from = ends[run];
      }
    } else {
      int run = 0;
      for (int i = 0; i < rows.length; i++) {
        while (ends[run] <= rows[i]) {
          run++;
        }
        runs[i] = run;
      }
    }
    return values.take(runs, 0);
  }
}
