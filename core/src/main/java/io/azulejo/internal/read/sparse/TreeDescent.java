package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.RTree;

/**
 * Goes down the R-tree of a fragment to its tiles, in their order, past boxes that a search leaves
 * out.
 *
 * @param <S> what is known of a box by those around it
 */
final class TreeDescent<S> {
  private final RTree tree;
  private final Search<S> search;

  TreeDescent(RTree tree, Search<S> search) {
    this.tree = tree;
    this.search = search;
  }

  /** What is looked for. */
  interface Search<S> {
    /**
     * Looks at a box of a level of the tree.
     *
     * @param around what is known by the box around it
     * @return what is known of this box; null to leave it out, with all in it
     */
    S enter(S around, Boxes boxes, int index);

    /**
     * Takes a tile whose box was entered.
     *
     * @return whether to look no further
     */
    boolean take(int tile, S known);
  }

  /**
   * Searches the tree, which is of at least one tile.
   *
   * @param all what is known at first
   * @return whether the search ended early
   */
  boolean run(S all) {
    return run(all, 0, 0, tree.levels().get(0).count());
  }

  private boolean run(S around, int level, int first, int end) {
    Boxes boxes = tree.levels().get(level);
    boolean leaves = level == tree.levels().size() - 1;
    for (int i = first; i < end; i++) {
      S known = search.enter(around, boxes, i);
      if (known == null) {
        continue;
      }
      boolean done;
      if (leaves) {
        done = search.take(i, known);
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
