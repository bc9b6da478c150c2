package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.snapshot.FragmentIndex;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.List;

/** Selects the cells of a sparse read by their coordinates. */
interface SparseSelection {
  /** Returns whether all cells are selected. */
  boolean isEverything();

  /** Returns whether the coordinates of a dimension affect the selection. */
  boolean decides(int d);

  /** Returns whether the coordinates of a dimension affect which cells of a tile are selected. */
  boolean decides(SparseTile tile, int d);

  /** Returns whether a cell may be returned several times. */
  boolean repeats();

  /** Returns an upper bound of how often a cell is returned. */
  long maxMultiplicity();

  /**
   * Returns the fragments that may have selected cells, oldest first. The result may include other
   * fragments.
   */
  default List<Fragment> candidates(FragmentIndex index) {
    return index.all();
  }

  /** Returns whether a fragment may have selected cells. */
  boolean touches(Fragment fragment);

  /** Returns the tiles of a fragment that may have selected cells, in tile order. */
  List<SparseTile> tiles(SparseFragment fragment);

  /**
   * Returns the ranges that select cells of a tile independently, the most selective ones first.
   * {@link #select} applies the remaining criteria.
   */
  List<Step> steps(SparseTile tile);

  /** The ranges of one dimension. */
  record Step(int dimension, DimensionRanges ranges) {

    /** Returns whether any key from {@code low} to {@code high} (inclusive) may be selected. */
    boolean mayHold(long low, long high) {
      return ranges.coverage(low, high) != Coverage.NONE;
    }

    /** Keeps the rows whose coordinates are selected. */
    void select(Cells cells, RowSelection rows) {
      if (cells.keys[dimension] != null) {
        ranges.select(cells.keys[dimension], rows);
      } else {
        ranges.select(cells.coordinates[dimension], rows);
      }
    }
  }

  /**
   * Keeps the selected rows of decoded cells, as far as {@link #steps} does not already decide it.
   */
  void select(Cells cells, RowSelection rows);

  /** Returns how often a selected cell is returned. */
  int multiplicity(Cells cells, int row);
}
