package io.azulejo.internal.read.dense;

/**
 * Iterates over the cells of a region in tile order, run by run. The cells of a run are evenly
 * spaced in both the tile and the batch. This is a cursor rather than a callback, so that the code
 * that copies cells can stop within a run. Not thread-safe.
 */
abstract class Runs {
  /** Index of the run's first cell within the tile. */
  int cell;

  /** Distance between consecutive cells of the run within the tile. */
  int cellStep;

  /** Batch index of the run's first cell. */
  int place;

  /** Distance between consecutive cells of the run in the batch. */
  int step;

  /** Number of cells left in the run, at least 1. */
  int count;

  /**
   * Moves to the next run, or to the first run on the first call. Returns whether there is a run.
   */
  abstract boolean next();

  /**
   * Skips cells at the start of the run.
   *
   * @param cells the number of cells to skip, less than {@link #count}
   */
  final void skip(int cells) {
    cell += cells * cellStep;
    place += cells * step;
    count -= cells;
  }
}
