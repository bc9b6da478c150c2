package io.azulejo.internal.read.dense;

import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;
import java.util.Arrays;

/** Single cells of a tile, each with a place of its own. */
final class PointRegion extends Region {
  private final int[] cells;
  private final int[] places;
  private final long[] low;
  private final long[] high;

  /**
   * Some cells, at least one.
   *
   * @param cells their positions in the tile, ascending and each once
   * @param places their places in the batch
   */
  PointRegion(TileGrid grid, long[] tile, int[] cells, int[] places) {
    super(grid, tile);
    this.cells = cells;
    this.places = places;
    this.low = new long[tile.length];
    this.high = new long[tile.length];
    int[] strides = cellStrides(grid);
    for (int d = 0; d < tile.length; d++) {
      int min = Integer.MAX_VALUE;
      int max = 0;
      for (int cell : cells) {
        int index = cell / strides[d] % grid.extent(d);
        min = Math.min(min, index);
        max = Math.max(max, index);
      }
      low[d] = grid.first(d, tile[d]) + min;
      high[d] = grid.first(d, tile[d]) + max;
    }
  }

  @Override
  public int cells() {
    return cells.length;
  }

  @Override
  long low(int d) {
    return low[d];
  }

  @Override
  long high(int d) {
    return high[d];
  }

  @Override
  boolean touches(long[] boxLow, long[] boxHigh) {
    if (isWithin(boxLow, boxHigh)) {
      return true;
    }
    int[] strides = cellStrides(grid);
    for (int cell : cells) {
      if (isWithin(cell, strides, boxLow, boxHigh)) {
        return true;
      }
    }
    return false;
  }

  @Override
  Region cutTo(long[] boxLow, long[] boxHigh) {
    int[] strides = cellStrides(grid);
    int[] keptCells = new int[cells.length];
    int[] keptPlaces = new int[cells.length];
    int kept = 0;
    for (int i = 0; i < cells.length; i++) {
      if (isWithin(cells[i], strides, boxLow, boxHigh)) {
        keptCells[kept] = cells[i];
        keptPlaces[kept++] = places[i];
      }
    }
    return new PointRegion(
        grid, tile, Arrays.copyOf(keptCells, kept), Arrays.copyOf(keptPlaces, kept));
  }

  private boolean isWithin(int cell, int[] strides, long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < tile.length; d++) {
      long key = grid.first(d, tile[d]) + cell / strides[d] % grid.extent(d);
      if (key < boxLow[d] || key > boxHigh[d]) {
        return false;
      }
    }
    return true;
  }

  @Override
  int place(long[][] keys, int row) {
    int[] strides = cellStrides(grid);
    int cell = 0;
    for (int d = 0; d < tile.length; d++) {
      long key = keys[d][row];
      if (key < low[d] || key > high[d]) {
        return -1;
      }
      cell += (int) (key - grid.first(d, tile[d])) * strides[d];
    }
    int index = Arrays.binarySearch(cells, cell);
    return index < 0 ? -1 : places[index];
  }

  @Override
  void forEachRun(Run run) {
    boolean columns = grid.cellOrder() == Layout.COL_MAJOR;
    int line = grid.extent(columns ? 0 : grid.dimensions() - 1);
    int first = 0;
    while (first < cells.length) {
      int end = first + 1;
      while (end < cells.length
          && cells[end] % line != 0
          && cells[end] == cells[end - 1] + 1
          && places[end] == places[end - 1] + 1) {
        end++;
      }
      run.cells(cells[first], places[first], end - first, 1);
      first = end;
    }
  }

  @Override
  int firstCell() {
    return cells[0];
  }

  @Override
  int lastCell() {
    return cells[cells.length - 1];
  }
}
