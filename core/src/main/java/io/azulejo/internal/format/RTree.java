package io.azulejo.internal.format;

import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;

/**
 * An R-tree: the boxes of a sparse fragment's tiles, and levels of boxes around them. The tree of a
 * dense fragment has no levels.
 *
 * @param fanout the number of boxes of the next level that one box covers: box {@code i} covers
 *     boxes from {@code fanout * i} on
 * @param levels the root first, the tiles last
 */
public record RTree(int fanout, List<Boxes> levels) {
  /** The fanout that the reference engine uses. */
  private static final int FANOUT = 10;

  /** The tree of a dense fragment. */
  public static final RTree NONE = new RTree(FANOUT, List.of());

  /** Takes a copy of the list. */
  public RTree {
    levels = List.copyOf(levels);
  }

  /** Builds the tree over the boxes of one or more tiles. */
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
   * Returns the boxes of the tiles, in the order of the tiles.
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
