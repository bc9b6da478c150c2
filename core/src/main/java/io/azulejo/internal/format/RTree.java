package io.azulejo.internal.format;

import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;

/**
 * The boxes of a sparse fragment's tiles, and boxes around those. Dense fragments have no levels.
 *
 * @param fanout how many boxes of the next level one box covers: box {@code i} covers those from
 *     {@code fanout * i} on
 * @param levels the root first, the tiles last
 */
public record RTree(int fanout, List<Boxes> levels) {
  /** How many boxes the reference engine puts into one of the next level. */
  private static final int FANOUT = 10;

  /** That of a dense fragment. */
  public static final RTree NONE = new RTree(FANOUT, List.of());

  /** Takes a copy of the list. */
  public RTree {
    levels = List.copyOf(levels);
  }

  /** The tree over the boxes of tiles, of which there is at least one. */
  public static RTree over(Boxes leaves, List<Dimension> dimensions) {
    List<Boxes> levels = new ArrayList<>();
    levels.add(leaves);
    while (levels.get(0).count() > 1) {
      levels.add(0, levels.get(0).around(FANOUT, dimensions));
    }
    return new RTree(FANOUT, levels);
  }

  /** The number of tiles; 0 for dense fragments. */
  public int tiles() {
    return levels.isEmpty() ? 0 : leaves().count();
  }

  /**
   * The boxes of the tiles, in the order of the tiles.
   *
   * @throws IllegalStateException if there are no levels
   */
  public Boxes leaves() {
    if (levels.isEmpty()) {
      throw new IllegalStateException("the R-tree of a dense fragment has no boxes");
    }
    return levels.get(levels.size() - 1);
  }
}
