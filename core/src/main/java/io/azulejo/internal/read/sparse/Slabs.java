package io.azulejo.internal.read.sparse;

import java.util.List;

/** Cuts a read into slabs that fit in memory, in the order of the result. */
interface Slabs {
  /** Returns whether there are more slabs. */
  boolean hasNext();

  /**
   * Returns the next slab.
   *
   * @param bytes size limit of the slab in bytes, if it can be cut that small
   */
  Slab next(long bytes);

  /**
   * Returns whether slabs can be cut at any cell, so that a slab's tiles can be loaded in waves.
   */
  boolean cutsAnywhere();

  /**
   * Cuts a slab by the coordinates of some of its cells, if the bounds of its tiles are too coarse.
   * The resulting parts are the next slabs.
   *
   * @param cells tiles of the slab with selected cells
   * @return false if the slab cannot be cut, because all of its cells are at the same position
   */
  boolean cut(Slab slab, List<SparseTile> cells);
}
