package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.RowSelection;
import java.util.List;

/**
 * A region of the coordinate space and the tiles that may have cells in it. Slabs follow each other
 * in the order of the result. Each is small enough to fit in memory.
 */
interface Slab {
  /** Returns the tiles that may have cells in this slab. */
  List<SparseTile> tiles();

  /** Returns whether all cells of a tile are in this slab. */
  boolean holds(SparseTile tile);

  /** Keeps the rows of decoded cells that are in this slab. */
  void select(Cells cells, RowSelection rows);
}
