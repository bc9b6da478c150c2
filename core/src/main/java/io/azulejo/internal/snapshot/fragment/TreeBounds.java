package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * Checks that the boxes of an R-tree are consistent with each other and with the fragment footer.
 * Reads depend on this, because they descend only into boxes that may contain matching cells.
 */
final class TreeBounds {
  private final RTree tree;
  private final FragmentFooter footer;
  private final Location footerFile;
  private final List<Dimension> dimensions;
  private final BoxOrder order;

  /** Creates a check of an R-tree with at least one level. */
  TreeBounds(RTree tree, FragmentFooter footer, Location footerFile, List<Dimension> dimensions) {
    this.tree = tree;
    this.footer = footer;
    this.footerFile = footerFile;
    this.dimensions = dimensions;
    this.order = new BoxOrder(dimensions, footer.version().hasExactStringBounds());
  }

  /**
   * Checks each box once.
   *
   * @throws CorruptDataException if a box is not a valid range, if a box does not contain the boxes
   *     below it, or if the non-empty domain is not the bounding box of all tiles
   */
  void check() {
    for (int level = 0; level < tree.levels().size(); level++) {
      Boxes boxes = tree.levels().get(level);
      for (int i = 0; i < boxes.count(); i++) {
        checkOrder(boxes, level, i);
        if (level > 0) {
          checkWithin(boxes, level, i);
        }
      }
    }
    checkDomain();
  }

  private void checkOrder(Boxes boxes, int level, int i) {
    int d = order.reversed(boxes, i);
    if (d >= 0) {
      throw corrupt(level, i, d, "%s is not a valid range".formatted(order.text(boxes, i, d)));
    }
  }

  private void checkWithin(Boxes boxes, int level, int i) {
    Boxes above = tree.levels().get(level - 1);
    int parent = i / tree.fanout();
    int d = order.outside(above, parent, boxes, i);
    if (d >= 0) {
      throw corrupt(
          level - 1,
          parent,
          d,
          "%s does not contain %s of its box %d in the next level"
              .formatted(order.text(above, parent, d), order.text(boxes, i, d), i));
    }
  }

  private void checkDomain() {
    Boxes root = tree.levels().get(0);
    Boxes domain = order.of(footer.nonEmptyDomain().orElseThrow());
    int d = -1;
    for (int i = 0; i < root.count() && d < 0; i++) {
      d = order.outside(domain, 0, root, i);
    }
    d = d < 0 ? order.oversized(domain, 0, root, 0, root.count()) : d;
    if (d >= 0) {
      throw CorruptDataException.of(
              FragmentFooterFormat.STRUCTURE,
              "non_empty_domain.dimension[%d]".formatted(d),
              -1,
              "dimension \"%s\": %s is not the bounding box of the tiles; the first one covers %s"
                  .formatted(
                      dimensions.get(d).name(), order.text(domain, 0, d), order.text(root, 0, d)))
          .at(footerFile.toString());
    }
  }

  private CorruptDataException corrupt(int level, int box, int d, String reason) {
    return CorruptDataException.of(
        RTreeFormat.STRUCTURE,
        "levels[%d].box[%d]".formatted(level, box),
        -1,
        "dimension \"%s\": %s".formatted(dimensions.get(d).name(), reason));
  }
}
