package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.RTree;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

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
      descend(
          Coverage.SOME,
          (around, box) -> enter(around, box, ranges),
          (tile, within) -> {
            found.add(new SparseTile(fragment, tile, within == Coverage.ALL));
            return false;
          });
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
    return descend(
        TreeBox.of(tile),
        (around, box) -> box.overlaps(around) ? around : null,
        (own, box) -> true);
  }

  /** Takes the tiles whose boxes were entered. */
  interface Taker<S> {
    /** Takes a tile. Returns whether to end the search. */
    boolean take(int tile, S known);
  }

  /**
   * Descends the tree, which must have at least one tile, to its tiles, in tile order.
   *
   * @param <S> what is known about a box, derived from the enclosing boxes
   * @param all what is known at the start
   * @param entry given what is known about the enclosing box, returns what is known about a box;
   *     null to skip the box with everything in it
   * @return whether the search ended early
   */
  <S> boolean descend(S all, BiFunction<S, TreeBox, @Nullable S> entry, Taker<S> taker) {
    return descend(all, 0, 0, fragment.fragment().rtree().levels().get(0).count(), entry, taker);
  }

  private <S> boolean descend(
      S around,
      int level,
      int first,
      int end,
      BiFunction<S, TreeBox, @Nullable S> entry,
      Taker<S> taker) {
    RTree tree = fragment.fragment().rtree();
    boolean leaves = level == tree.levels().size() - 1;
    boolean done = false;
    for (int i = first; i < end && !done; i++) {
      S known = entry.apply(around, new TreeBox(fragment, tree.levels().get(level), i));
      if (known != null && leaves) {
        done = taker.take(i, known);
      } else if (known != null) {
        int children = tree.levels().get(level + 1).count();
        int start = (int) Math.min((long) i * tree.fanout(), children);
        int stop = (int) Math.min((long) (i + 1) * tree.fanout(), children);
        done = descend(known, level + 1, start, stop, entry, taker);
      }
    }
    return done;
  }
}
