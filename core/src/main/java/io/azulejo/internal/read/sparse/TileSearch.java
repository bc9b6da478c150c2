package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds tiles of a sparse fragment by its R-tree. */
public final class TileSearch {
  private final SparseFragment fragment;

  public TileSearch(SparseFragment fragment) {
    this.fragment = fragment;
  }

  /** Returns the tiles that may hold cells within the ranges, in order. */
  public List<SparseTile> within(DimensionRanges[] ranges) {
    List<SparseTile> found = new ArrayList<>();
    int tiles = fragment.fragment().tiles();
    if (Arrays.stream(ranges).allMatch(DimensionRanges::isEverything)) {
      for (int tile = 0; tile < tiles; tile++) {
        found.add(new SparseTile(fragment, tile, true));
      }
    } else if (tiles > 0) {
      new TreeDescent<Coverage>(
              fragment,
              (around, box) -> enter(around, box, ranges),
              (tile, within) -> {
                found.add(new SparseTile(fragment, tile, within == Coverage.ALL));
                return false;
              })
          .run(Coverage.SOME);
    }
    return found;
  }

  private static Coverage enter(Coverage around, TreeBox box, DimensionRanges[] ranges) {
    Coverage within = Coverage.ALL;
    for (int d = 0; d < ranges.length && around != Coverage.ALL; d++) {
      if (!ranges[d].isEverything()) {
        within = within.and(box.coverage(ranges[d], d));
        if (within == Coverage.NONE) {
          return null;
        }
      }
    }
    return within;
  }

  /**
   * Returns whether any tile of this fragment overlaps with the bounding box of another fragment's
   * tile.
   */
  boolean overlaps(SparseTile tile) {
    TreeBox other = TreeBox.of(tile);
    return new TreeDescent<TreeBox>(
            fragment, (around, box) -> box.overlaps(around) ? around : null, (own, box) -> true)
        .run(other);
  }
}
