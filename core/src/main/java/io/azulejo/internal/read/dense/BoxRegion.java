package io.azulejo.internal.read.dense;

import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Layout;
import java.util.Arrays;

/**
 * A box of cells within a tile, selected with a step in each dimension. The batch index of a cell
 * is {@link #base} plus, for each dimension, its offset from {@link #low} in steps, multiplied by
 * {@link #strides}.
 */
public final class BoxRegion extends TileRegion {
  private final long[] low;
  private final int[] counts;
  private final int[] steps;
  private final int base;
  private final int[] strides;

  /**
   * Creates a box region.
   *
   * @param tile the tile's index in each dimension of the grid
   * @param low the first key in each dimension
   * @param counts the number of keys in each dimension
   * @param steps the distance between keys in each dimension, at least 1
   * @param base the batch index of the first cell
   * @param strides the distance in the batch between consecutive keys of each dimension
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

  /**
   * Creates a region of consecutive keys that is not copied to a batch.
   *
   * @param tile the tile's index in each dimension of the grid
   * @param low the first key in each dimension
   * @param counts the number of keys in each dimension
   */
  BoxRegion(TileGrid grid, long[] tile, long[] low, int[] counts) {
    this(grid, tile, low, counts, new int[low.length], 0, new int[low.length]);
    Arrays.fill(steps, 1);
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
  TileRegion cutTo(long[] boxLow, long[] boxHigh) {
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

  /** Returns the number of selected keys that are less than a bound. */
  private int start(int d, long bound) {
    if (bound <= low[d]) {
      return 0;
    }
    return bound > high(d) ? counts[d] : (int) ((bound - low[d] + steps[d] - 1) / steps[d]);
  }

  /** Returns the number of selected keys up to a bound, inclusive. */
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
  Runs runs() {
    return new BoxRuns(true);
  }

  @Override
  Runs lines() {
    return new BoxRuns(false);
  }

  /**
   * Iterates over the runs of the box. A run spans one dimension, or several dimensions whose cells
   * are evenly spaced in both the tile and the batch.
   */
  private final class BoxRuns extends Runs {
    /** The length of each run. */
    private final int length;

    /** Number of iterations of each dimension outside the runs, the fastest dimension first. */
    private final int[] outerCounts;

    /** Distance in the tile per iteration of each outer dimension. */
    private final int[] outerCellSteps;

    /** Distance in the batch per iteration of each outer dimension. */
    private final int[] outerSteps;

    private final int[] at;
    private int firstCell;
    private int firstPlace;
    private boolean begun;

    BoxRuns(boolean joined) {
      int dimensions = low.length;
      boolean columns = grid.cellOrder() == Layout.COL_MAJOR;
      int inner = columns ? 0 : dimensions - 1;
      int runLength = counts[inner];
      cellStep = cellStrides[inner] * steps[inner];
      step = strides[inner];
      outerCounts = new int[dimensions - 1];
      outerCellSteps = new int[dimensions - 1];
      outerSteps = new int[dimensions - 1];
      int outer = 0;
      for (int i = 1; i < dimensions; i++) {
        int d = columns ? i : inner - i;
        int dimensionCellStep = cellStrides[d] * steps[d];
        boolean joins = joined && outer == 0;
        if (joins && runLength == 1) {
          runLength = counts[d];
          cellStep = dimensionCellStep;
          step = strides[d];
        } else if (joins
            && dimensionCellStep == cellStep * runLength
            && strides[d] == step * runLength) {
          runLength *= counts[d];
        } else if (counts[d] > 1) {
          outerCounts[outer] = counts[d];
          outerCellSteps[outer] = dimensionCellStep;
          outerSteps[outer++] = strides[d];
        }
      }
      length = runLength;
      at = new int[outer];
      firstCell = firstCell();
      firstPlace = base;
    }

    @Override
    boolean next() {
      if (begun && !advance()) {
        return false;
      }
      begun = true;
      cell = firstCell;
      place = firstPlace;
      count = length;
      return true;
    }

    private boolean advance() {
      for (int i = 0; i < at.length; i++) {
        firstCell += outerCellSteps[i];
        firstPlace += outerSteps[i];
        if (++at[i] < outerCounts[i]) {
          return true;
        }
        firstCell -= at[i] * outerCellSteps[i];
        firstPlace -= at[i] * outerSteps[i];
        at[i] = 0;
      }
      return false;
    }
  }

  @Override
  int firstCell() {
    int cell = 0;
    for (int d = 0; d < low.length; d++) {
      cell += (int) (low[d] - grid.first(d, tile[d])) * cellStrides[d];
    }
    return cell;
  }

  @Override
  int lastCell() {
    int cell = firstCell();
    for (int d = 0; d < low.length; d++) {
      cell += (counts[d] - 1) * steps[d] * cellStrides[d];
    }
    return cell;
  }
}
