package io.azulejo.internal.read.tile;

import io.azulejo.query.PlannedRead;

/**
 * A plan of how to read the cells of a request. It is based only on metadata, before any cell is
 * read.
 */
public interface CellPlan {
  /** Starts the read. May be called only once. */
  Batches reader();

  /** Describes the steps of the read and its estimated size. */
  PlannedRead describe();
}
