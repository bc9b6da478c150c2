package io.azulejo.internal.format;

import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;

/**
 * An R-tree over the tiles of a sparse fragment. Its last level holds the boxes of the tiles, and
 * each level above it holds boxes around them. The tree of a dense fragment has no levels.
 *
 * @param fanout the maximum number of boxes in the next level that one box covers; box {@code i}
 *     covers the boxes starting at {@code fanout * i}
 * @param levels the levels, from the root to the tiles
 */
public record RTree(int fanout, List<Boxes> levels) {
  /** The fanout of new trees, which is the same in the reference engine. */
  private static final int FANOUT = 10;

  /** The tree of a dense fragment. */
  public static final RTree NONE = new RTree(FANOUT, List.of());

  /** Copies the list. */
  public RTree {
    levels = List.copyOf(levels);
  }

  /** Builds a tree over the boxes of one or more tiles. */
  public static RTree over(Boxes leaves, List<Dimension> dimensions) {
    List<Boxes> levels = new ArrayList<>();
    levels.add(leaves);
    while (levels.get(0).count() > 1) {
      levels.add(0, levels.get(0).boundingBoxes(FANOUT, dimensions));
    }
    return new RTree(FANOUT, levels);
  }

  /** Returns the number of tiles; 0 for dense fragments. */
  public int tiles() {
    return levels.isEmpty() ? 0 : leaves().count();
  }

  /**
   * Returns the tile boxes, in tile order.
   *
   * @throws IllegalStateException if the tree has no levels
   */
  public Boxes leaves() {
    if (levels.isEmpty()) {
      throw new IllegalStateException("the R-tree of a dense fragment has no boxes");
    }
    return levels.get(levels.size() - 1);
  }
}
