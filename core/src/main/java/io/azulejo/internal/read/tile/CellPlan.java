package io.azulejo.internal.read.tile;

import io.azulejo.query.PlannedRead;

/**
 * How the cells of a request are going to be read: decided by tables alone, no cell is read yet.
 */
public interface CellPlan {
  /** Begins to read. Called once. */
  Batches reader();

  /** What reading does and about how much it fetches. */
  PlannedRead describe();
}
