package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
import java.util.List;

/** Cuts a read into slabs that fit in memory, in the order of the result. */
interface Slabs {
  /** Returns the estimated memory of tiles in bytes after everything is decoded. */
  static long bytes(List<SparseTile> tiles) {
    long sum = 0;
    for (SparseTile tile : tiles) {
      sum += tile.bytes();
    }
    return sum;
  }

  /** Returns whether there are more slabs. */
  boolean hasNext();

  /**
   * Returns the next slab.
   *
   * @param bytes size limit of the slab in bytes, if it can be cut that small
   */
  Slab next(long bytes);

  /**
   * Cuts a slab by the coordinates of some of its cells, if the bounds of its tiles are too coarse.
   *
   * @param slab a slab of this object, or a part of one
   * @param cells some cells of the slab, all of them selected
   * @return the parts in the order of the result; empty if the slab cannot be cut, because all of
   *     its cells are at the same position
   */
  List<Slab> cut(Slab slab, List<? extends Cells> cells);
}
