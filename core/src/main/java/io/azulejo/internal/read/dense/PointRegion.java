package io.azulejo.internal.read.dense;

import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;
import java.util.Arrays;

/** Individual cells of a tile, each with its own batch index. */
final class PointRegion extends TileRegion {
  /** Memory for each cell, in bytes. */
  static final long CELL_BYTES = 2L * Integer.BYTES;

  private final int[] cells;
  private final int[] places;
  private final long[] low;
  private final long[] high;

  /**
   * Creates a region of at least one cell.
   *
   * @param tile the tile's index in each dimension of the grid
   * @param cells the indexes of the cells within the tile, in ascending order without duplicates
   * @param places the batch index of each cell, parallel to {@code cells}
   */
  PointRegion(TileGrid grid, long[] tile, int[] cells, int[] places) {
    super(grid, tile);
    this.cells = cells;
    this.places = places;
    this.low = new long[tile.length];
    this.high = new long[tile.length];
    for (int d = 0; d < tile.length; d++) {
      int min = Integer.MAX_VALUE;
      int max = 0;
      for (int cell : cells) {
        int index = cell / cellStrides[d] % grid.extent(d);
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
    for (int cell : cells) {
      if (isWithin(cell, boxLow, boxHigh)) {
        return true;
      }
    }
    return false;
  }

  @Override
  TileRegion cutTo(long[] boxLow, long[] boxHigh) {
    int[] keptCells = new int[cells.length];
    int[] keptPlaces = new int[cells.length];
    int kept = 0;
    for (int i = 0; i < cells.length; i++) {
      if (isWithin(cells[i], boxLow, boxHigh)) {
        keptCells[kept] = cells[i];
        keptPlaces[kept++] = places[i];
      }
    }
    return new PointRegion(
        grid, tile, Arrays.copyOf(keptCells, kept), Arrays.copyOf(keptPlaces, kept));
  }

  private boolean isWithin(int cell, long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < tile.length; d++) {
      long key = grid.first(d, tile[d]) + cell / cellStrides[d] % grid.extent(d);
      if (key < boxLow[d] || key > boxHigh[d]) {
        return false;
      }
    }
    return true;
  }

  @Override
  int place(long[][] keys, int row) {
    int cell = 0;
    for (int d = 0; d < tile.length; d++) {
      long key = keys[d][row];
      if (key < low[d] || key > high[d]) {
        return -1;
      }
      cell += (int) (key - grid.first(d, tile[d])) * cellStrides[d];
    }
    int index = Arrays.binarySearch(cells, cell);
    return index < 0 ? -1 : places[index];
  }

  @Override
  Runs runs() {
    return lines();
  }

  @Override
  Runs lines() {
    return new PointRuns();
  }

  /** Iterates over runs of cells that are adjacent in both the tile and the batch. */
  private final class PointRuns extends Runs {
    private final int line =
        grid.extent(grid.cellOrder() == Layout.COL_MAJOR ? 0 : tile.length - 1);
    private int end;

    PointRuns() {
      cellStep = 1;
      step = 1;
    }

    @Override
    boolean next() {
      int first = end;
      if (first == cells.length) {
        return false;
      }
      do {
        end++;
      } while (end < cells.length
          && cells[end] % line != 0
          && cells[end] == cells[end - 1] + 1
          && places[end] == places[end - 1] + 1);
      cell = cells[first];
      place = places[first];
      count = end - first;
      return true;
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
