package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.RTree;

/**
 * Descends the R-tree of a fragment to its tiles, in tile order, and skips the boxes that a search
 * rejects.
 *
 * @param <S> what the search knows about a box, derived from the enclosing boxes
 */
final class TreeDescent<S> {
  private final SparseFragment fragment;
  private final RTree tree;
  private final Entry<S> entry;
  private final Taker<S> taker;

  TreeDescent(SparseFragment fragment, Entry<S> entry, Taker<S> taker) {
    this.fragment = fragment;
    this.tree = fragment.fragment().rtree();
    this.entry = entry;
    this.taker = taker;
  }

  /** Decides which boxes to enter. */
  interface Entry<S> {
    /**
     * Decides whether to enter a box.
     *
     * @param around what is known about the enclosing box
     * @return what is known about this box, or null to skip it with everything in it
     */
    S enter(S around, TreeBox box);
  }

  /** Takes the tiles whose boxes were entered. */
  interface Taker<S> {
    /** Takes a tile. Returns whether to end the search. */
    boolean take(int tile, S known);
  }

  /**
   * Searches the tree, which must have at least one tile.
   *
   * @param all what is known at the start
   * @return whether the search ended early
   */
  boolean run(S all) {
    return run(all, 0, 0, tree.levels().get(0).count());
  }

  private boolean run(S around, int level, int first, int end) {
    Boxes boxes = tree.levels().get(level);
    boolean leaves = level == tree.levels().size() - 1;
    for (int i = first; i < end; i++) {
      S known = entry.enter(around, new TreeBox(fragment, boxes, i));
      if (known == null) {
        continue;
      }
      boolean done;
      if (leaves) {
        done = taker.take(i, known);
      } else {
        int children = tree.levels().get(level + 1).count();
        int start = (int) Math.min((long) i * tree.fanout(), children);
        int stop = (int) Math.min((long) (i + 1) * tree.fanout(), children);
        done = run(known, level + 1, start, stop);
      }
      if (done) {
        return true;
      }
    }
    return false;
  }
}
