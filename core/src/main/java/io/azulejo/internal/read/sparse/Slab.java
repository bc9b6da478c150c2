package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.RowSelection;
import java.util.List;

/**
 * A part of the space of coordinates, and the tiles that may hold cells of it. Slabs follow one
 * another in the order of the answer; each is small enough for memory.
 */
interface Slab {
  /** The tiles. */
  List<SparseTile> tiles();

  /** Whether a tile lies in this as a whole. */
  boolean holds(SparseTile tile);

  /** Keeps the rows of a decoded tile that are in this. */
  void select(SparseTile tile, RowSelection rows);
}
