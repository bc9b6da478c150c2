package io.azulejo.internal.maintain;

import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.schema.Layout;

/** Computes which cells of a dense fragment's tiles were written. All other cells are padding. */
public final class WrittenCells {
  private final TileGrid grid;
  private final TileBox box;

  public WrittenCells(TileGrid grid, TileBox box) {
    this.grid = grid;
    this.box = box;
  }

  /** Returns the written cells of a tile as runs of equal length, in cell order. */
  public CellRuns of(int tile) {
    int dimensions = grid.dimensions();
    boolean columns = grid.cellOrder() == Layout.COL_MAJOR;
    int[] starts = {0};
    int step = 1;
    int length = 1;
    for (int i = 0; i < dimensions; i++) {
      int d = columns ? i : dimensions - 1 - i;
      long first = grid.first(d, box.tile(d, tile));
      int before = (int) Math.max(0, box.low()[d] - first);
      int within = (int) Math.min(grid.extent(d) - 1L, box.high()[d] - first) - before + 1;
      if (i == 0) {
        length = within;
        starts[0] = before;
      } else {
        starts = repeated(starts, before, within, step);
      }
      step *= grid.extent(d);
    }
    return new CellRuns(starts, length);
  }

  private static int[] repeated(int[] starts, int before, int within, int step) {
    int[] all = new int[starts.length * within];
    int at = 0;
    for (int i = 0; i < within; i++) {
      for (int start : starts) {
        all[at++] = start + (before + i) * step;
      }
    }
    return all;
  }
}
