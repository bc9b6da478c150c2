package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.schema.Layout;

/**
 * A box of cells within one tile of the grid, and where these go in a batch: a cell's place is
 * {@link #base} and, for each dimension, its distance from {@link #low} times {@link #strides}.
 * Coordinates are keys of the grid.
 */
final class Region {
  final long[] tile;
  final long[] low;
  final int[] counts;
  final int base;
  final int[] strides;

  Region(long[] tile, long[] low, int[] counts, int base, int[] strides) {
    this.tile = tile;
    this.low = low;
    this.counts = counts;
    this.base = base;
    this.strides = strides;
  }

  /** The number of cells. */
  int cells() {
    int cells = 1;
    for (int count : counts) {
      cells *= count;
    }
    return cells;
  }

  /** Whether a fragment with cells in that box, of keys, may have a cell of this. */
  boolean touches(long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < low.length; d++) {
      if (start(d, boxLow[d]) >= end(d, boxHigh[d])) {
        return false;
      }
    }
    return true;
  }

  /** Whether all cells of this are in a box of keys. */
  boolean isWithin(long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < low.length; d++) {
      if (start(d, boxLow[d]) > 0 || end(d, boxHigh[d]) < counts[d]) {
        return false;
      }
    }
    return true;
  }

  /** The cells of this that are in a box of keys, which has some. */
  Region within(long[] boxLow, long[] boxHigh) {
    if (isWithin(boxLow, boxHigh)) {
      return this;
    }
    long[] newLow = low.clone();
    int[] newCounts = new int[low.length];
    int newBase = base;
    for (int d = 0; d < low.length; d++) {
      int start = start(d, boxLow[d]);
      newLow[d] += start;
      newCounts[d] = end(d, boxHigh[d]) - start;
      newBase += start * strides[d];
    }
    return new Region(tile, newLow, newCounts, newBase, strides);
  }

  /** How many keys of this come before a bound. */
  private int start(int d, long bound) {
    long distance = bound - low[d];
    return bound <= low[d] ? 0 : distance < 0 || distance > counts[d] ? counts[d] : (int) distance;
  }

  /** How many keys of this come before what follows a bound. */
  private int end(int d, long bound) {
    long distance = bound - low[d];
    return bound < low[d]
        ? 0
        : distance < 0 || distance >= counts[d] ? counts[d] : (int) distance + 1;
  }

  /** Is told of cells that follow one another in the tile. */
  @FunctionalInterface
  interface Run {
    /**
     * Cells.
     *
     * @param cell the first one's position in the tile
     * @param place its place in the batch
     * @param count how many
     * @param step from the place of one to that of the next
     */
    void cells(int cell, int place, int count, int step);
  }

  /** Names all cells, run by run. */
  void forEachRun(TileGrid grid, Run run) {
    int dimensions = low.length;
    int[] cellStrides = cellStrides(grid);
    int inner = grid.cellOrder() == Layout.COL_MAJOR ? 0 : dimensions - 1;
    int cell = firstCell(grid);
    int place = base;
    int[] at = new int[dimensions];
    while (true) {
      run.cells(cell, place, counts[inner], strides[inner]);
      int i = 1;
      for (; i < dimensions; i++) {
        int d = grid.cellOrder() == Layout.COL_MAJOR ? i : inner - i;
        cell += cellStrides[d];
        place += strides[d];
        if (++at[d] < counts[d]) {
          break;
        }
        cell -= at[d] * cellStrides[d];
        place -= at[d] * strides[d];
        at[d] = 0;
      }
      if (i >= dimensions) {
        return;
      }
    }
  }

  /** The position in the tile of the first cell. */
  int firstCell(TileGrid grid) {
    int[] cellStrides = cellStrides(grid);
    int cell = 0;
    for (int d = 0; d < low.length; d++) {
      cell += (int) (low[d] - grid.first(d, tile[d])) * cellStrides[d];
    }
    return cell;
  }

  /** The position in the tile of the last cell. */
  int lastCell(TileGrid grid) {
    int[] cellStrides = cellStrides(grid);
    int cell = firstCell(grid);
    for (int d = 0; d < low.length; d++) {
      cell += (counts[d] - 1) * cellStrides[d];
    }
    return cell;
  }

  /** The distance in a tile of cells that follow one another in a dimension. */
  int cellStride(TileGrid grid, int dimension) {
    return cellStrides(grid)[dimension];
  }

  private static int[] cellStrides(TileGrid grid) {
    int dimensions = grid.dimensions();
    int[] strides = new int[dimensions];
    int stride = 1;
    for (int i = 0; i < dimensions; i++) {
      int d = grid.cellOrder() == Layout.COL_MAJOR ? i : dimensions - 1 - i;
      strides[d] = stride;
      stride *= grid.extent(d);
    }
    return strides;
  }
}
