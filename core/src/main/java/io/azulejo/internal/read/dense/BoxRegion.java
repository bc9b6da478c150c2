package io.azulejo.internal.read.dense;

import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;

/**
 * A box of cells, selected with a stride in each dimension. A cell's place is {@link #base} and,
 * for each dimension, its number from {@link #low} on times {@link #strides}.
 */
public final class BoxRegion extends Region {
  private final long[] low;
  private final int[] counts;
  private final int[] steps;
  private final int base;
  private final int[] strides;

  /**
   * A box.
   *
   * @param low the first key of each dimension
   * @param counts how many keys of each dimension
   * @param steps from one key to the next, at least 1
   */
  public BoxRegion(
      TileGrid grid, long[] tile, long[] low, int[] counts, int[] steps, int base, int[] strides) {
    super(grid, tile);
    this.low = low;
    this.counts = counts;
    this.steps = steps;
    this.base = base;
    this.strides = strides;
  }

  @Override
  public int cells() {
    int cells = 1;
    for (int count : counts) {
      cells *= count;
    }
    return cells;
  }

  @Override
  long low(int d) {
    return low[d];
  }

  @Override
  long high(int d) {
    return low[d] + (counts[d] - 1L) * steps[d];
  }

  @Override
  boolean touches(long[] boxLow, long[] boxHigh) {
    for (int d = 0; d < low.length; d++) {
      if (start(d, boxLow[d]) >= end(d, boxHigh[d])) {
        return false;
      }
    }
    return true;
  }

  @Override
  Region cutTo(long[] boxLow, long[] boxHigh) {
    long[] newLow = low.clone();
    int[] newCounts = new int[low.length];
    int newBase = base;
    for (int d = 0; d < low.length; d++) {
      int start = start(d, boxLow[d]);
      newLow[d] += (long) start * steps[d];
      newCounts[d] = end(d, boxHigh[d]) - start;
      newBase += start * strides[d];
    }
    return new BoxRegion(grid, tile, newLow, newCounts, steps, newBase, strides);
  }

  /** How many keys of this come before a bound. */
  private int start(int d, long bound) {
    if (bound <= low[d]) {
      return 0;
    }
    return bound > high(d) ? counts[d] : (int) ((bound - low[d] + steps[d] - 1) / steps[d]);
  }

  /** How many keys of this come before what follows a bound. */
  private int end(int d, long bound) {
    if (bound < low[d]) {
      return 0;
    }
    return bound >= high(d) ? counts[d] : (int) ((bound - low[d]) / steps[d]) + 1;
  }

  @Override
  int place(long[][] keys, int row) {
    int place = base;
    for (int d = 0; d < low.length; d++) {
      long key = keys[d][row];
      if (key < low[d] || key > high(d) || (key - low[d]) % steps[d] != 0) {
        return -1;
      }
      place += (int) ((key - low[d]) / steps[d]) * strides[d];
    }
    return place;
  }

  @Override
  void forEachRun(Run run) {
    int dimensions = low.length;
    int[] cellStrides = cellStrides(grid);
    boolean columns = grid.cellOrder() == Layout.COL_MAJOR;
    int inner = columns ? 0 : dimensions - 1;
    int cell = firstCell();
    int place = base;
    int[] at = new int[dimensions];
    while (true) {
      if (steps[inner] == 1) {
        run.cells(cell, place, counts[inner], strides[inner]);
      } else {
        for (int i = 0; i < counts[inner]; i++) {
          run.cells(cell + i * steps[inner], place + i * strides[inner], 1, 1);
        }
      }
      int i = 1;
      for (; i < dimensions; i++) {
        int d = columns ? i : inner - i;
        cell += cellStrides[d] * steps[d];
        place += strides[d];
        if (++at[d] < counts[d]) {
          break;
        }
        cell -= at[d] * cellStrides[d] * steps[d];
        place -= at[d] * strides[d];
        at[d] = 0;
      }
      if (i >= dimensions) {
        return;
      }
    }
  }

  @Override
  int firstCell() {
    int[] cellStrides = cellStrides(grid);
    int cell = 0;
    for (int d = 0; d < low.length; d++) {
      cell += (int) (low[d] - grid.first(d, tile[d])) * cellStrides[d];
    }
    return cell;
  }

  @Override
  int lastCell() {
    int[] cellStrides = cellStrides(grid);
    int cell = firstCell();
    for (int d = 0; d < low.length; d++) {
      cell += (counts[d] - 1) * steps[d] * cellStrides[d];
    }
    return cell;
  }
}
