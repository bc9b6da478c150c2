package io.azulejo.internal.read.dense;

/**
 * Goes through the cells of a region run by run, in the order in which they lie in the tile. A run
 * is cells at even distances in the tile that have places at even distances in the batch. A cursor
 * in place of a callback: whoever copies cells decides how many of a run it takes. For one thread.
 */
abstract class Runs {
  /** The position in the tile of the first cell of the run. */
  int cell;

  /** From one cell of the run to the next, in the tile. */
  int cellStep;

  /** The place in the batch of the first cell. */
  int place;

  /** From the place of one cell to that of the next. */
  int step;

  /** How many cells are left of the run, at least 1. */
  int count;

  /** Goes to the next run; returns whether there is one. The first one is gone to in this way. */
  abstract boolean next();

  /** Leaves out cells at the front of the run, fewer than it has. */
  final void skip(int cells) {
    cell += cells * cellStep;
    place += cells * step;
    count -= cells;
  }
}
