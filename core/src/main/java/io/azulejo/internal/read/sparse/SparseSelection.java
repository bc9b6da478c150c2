package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.TextRuns;
import io.azulejo.internal.snapshot.FragmentIndex;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.List;

/** Which cells a sparse read wants, by their coordinates. */
interface SparseSelection {
  /** Whether all cells are wanted. */
  boolean isEverything();

  /** Whether the coordinates of a dimension decide anything. */
  boolean decides(int d);

  /** Whether the coordinates of a dimension decide anything among the cells of a tile. */
  boolean decides(SparseTile tile, int d);

  /** Whether a cell can come several times. */
  boolean repeats();

  /** At most how often a cell can come. */
  long maxMultiplicity();

  /** The fragments that may have cells of this, and perhaps others, the oldest first. */
  default List<Fragment> candidates(FragmentIndex index) {
    return index.all();
  }

  /** Whether a fragment may have cells of this. */
  boolean touches(Fragment fragment);

  /** The tiles of a fragment that may have cells of this, in order. */
  List<SparseTile> tiles(SparseFragment fragment);

  /**
   * The dimensions that each decide by themselves about the cells of a tile, those first that leave
   * the fewest. What else decides does so in {@link #select(SparseTile, RowSelection)}.
   */
  int[] steps(SparseTile tile);

  /** Whether an interval of numbers may have some of this, by a dimension that is a step. */
  boolean mayHold(int d, long low, long high);

  /** Keeps the rows of a tile that are in this by the coordinates of one dimension. */
  void select(SparseTile tile, int d, RowSelection rows);

  /** As above, for all rows of a tile, by runs of strings in the place of coordinates. */
  void select(TextRuns runs, int d, RowSelection rows);

  /** Keeps the rows of a decoded tile that are in this, as far as no step decides it. */
  void select(SparseTile tile, RowSelection rows);

  /** How often a cell of this comes. */
  int multiplicity(SparseTile tile, int row);
}
