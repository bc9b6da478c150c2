package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.List;

/** Which cells a sparse read wants, by their coordinates. */
interface SparseSelection {
  /** Whether all cells are wanted. */
  boolean isEverything();

  /** Whether the coordinates of a dimension decide anything. */
  boolean decides(int d);

  /** Whether a cell can come several times. */
  boolean repeats();

  /** Whether a fragment may have cells of this. */
  boolean touches(Fragment fragment);

  /** The tiles of a fragment that may have cells of this, in order. */
  List<SparseTile> tiles(SparseFragment fragment);

  /** Keeps the rows of a decoded tile that are in this. */
  void select(SparseTile tile, RowSelection rows);

  /** How often a cell of this comes. */
  int multiplicity(SparseTile tile, int row);
}
