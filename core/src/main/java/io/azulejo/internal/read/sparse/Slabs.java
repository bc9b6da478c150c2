package io.azulejo.internal.read.sparse;

import java.util.List;

/** Cuts a read into slabs that fit in memory, in the order of the answer. */
interface Slabs {
  /** Whether there is more to be read. */
  boolean hasNext();

  /**
   * The next slab.
   *
   * @param bytes what it may take, if it can be cut so small
   */
  Slab next(long bytes);

  /** Whether slabs can be cut at any cell, so that tiles need not be looked at all at once. */
  boolean cutsAnywhere();

  /**
   * Cuts a slab, whose tiles' bounds are too coarse, by some of its cells; the parts come next.
   *
   * @return false if that cannot be done, as all of its cells are at the same place
   */
  boolean cut(Slab slab, List<SparseTile> cells);
}
