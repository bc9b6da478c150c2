package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.Boxes;
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
      new TreeDescent<>(fragment.fragment().rtree(), new WithinRanges(ranges, found))
          .run(Coverage.SOME);
    }
    return found;
  }

  /** Finds the tiles within ranges, and whether the ranges cover them completely. */
  private final class WithinRanges implements TreeDescent.Search<Coverage> {
    private final DimensionRanges[] ranges;
    private final List<SparseTile> found;

    WithinRanges(DimensionRanges[] ranges, List<SparseTile> found) {
      this.ranges = ranges;
      this.found = found;
    }

    @Override
    public Coverage enter(Coverage around, Boxes boxes, int index) {
      Coverage within = around == Coverage.ALL ? around : coverage(ranges, boxes, index);
      return within == Coverage.NONE ? null : within;
    }

    @Override
    public boolean take(int tile, Coverage within) {
      found.add(new SparseTile(fragment, tile, within == Coverage.ALL));
      return false;
    }
  }

  private Coverage coverage(DimensionRanges[] ranges, Boxes boxes, int index) {
    Coverage covered = Coverage.ALL;
    for (int d = 0; d < ranges.length && covered != Coverage.NONE; d++) {
      if (!ranges[d].isEverything()) {
        covered = covered.and(fragment.coverage(ranges[d], boxes, index, d));
      }
    }
    return covered;
  }

  /**
   * Returns whether any tile of this fragment overlaps with the bounding box of another fragment's
   * tile.
   */
  boolean overlaps(SparseTile tile) {
    return new TreeDescent<>(fragment.fragment().rtree(), new Overlapping()).run(tile);
  }

  /** Checks whether any tile overlaps with the bounding box of another fragment's tile. */
  private final class Overlapping implements TreeDescent.Search<SparseTile> {
    @Override
    public SparseTile enter(SparseTile other, Boxes boxes, int index) {
      return overlaps(other, boxes, index) ? other : null;
    }

    @Override
    public boolean take(int tile, SparseTile other) {
      return true;
    }
  }

  private boolean overlaps(SparseTile tile, Boxes boxes, int index) {
    SparseFragment other = tile.owner();
    Boxes leaves = other.fragment().rtree().leaves();
    for (int d = 0; d < fragment.dimensions(); d++) {
      boolean apart;
      if (fragment.isText(d)) {
        apart =
            (fragment.fragment().version().hasExactStringBounds()
                    && boxes.textHighs(d)[index].compareTo(leaves.textLows(d)[tile.number()]) < 0)
                || (other.fragment().version().hasExactStringBounds()
                    && leaves.textHighs(d)[tile.number()].compareTo(boxes.textLows(d)[index]) < 0);
      } else {
        apart =
            fragment.highKey(boxes, index, d) < other.lowKey(tile.number(), d)
                || other.highKey(tile.number(), d) < fragment.lowKey(boxes, index, d);
      }
      if (apart) {
        return false;
      }
    }
    return true;
  }
}
