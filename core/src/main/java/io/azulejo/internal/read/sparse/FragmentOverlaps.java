package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fragments of a read that may have cells at the coordinates of a tile, without testing
 * all fragments. Thread-safe.
 */
final class FragmentOverlaps {
  /** The bounding boxes of the fragments; string dimensions are unbounded. */
  private final Lazy<BoxTree<SparseFragment>> tree;

  FragmentOverlaps(List<SparseFragment> fragments, List<Dimension> dimensions) {
    tree =
        new Lazy<>(
            () ->
                new BoxTree<>(
                    fragments,
                    each -> NonEmptyDomain.lows(dimensions, box(each)),
                    each -> NonEmptyDomain.highs(dimensions, box(each))));
  }

  private static @Nullable NDRange box(SparseFragment fragment) {
    return fragment.fragment().nonEmptyDomain().orElse(null);
  }

  /**
   * Returns whether a tile overlaps with a tile of another fragment.
   *
   * @param candidate decides which fragments count
   */
  boolean any(SparseTile tile, Predicate<SparseFragment> candidate) {
    SparseFragment owner = tile.owner();
    TreeBox box = TreeBox.of(tile);
    long[] tileLow = new long[owner.dimensions()];
    long[] tileHigh = new long[owner.dimensions()];
    for (int d = 0; d < tileLow.length; d++) {
      tileLow[d] = owner.isText(d) ? Long.MIN_VALUE : box.low(d);
      tileHigh[d] = owner.isText(d) ? Long.MAX_VALUE : box.high(d);
    }
    return tree.get()
        .any(
            BoxTree.overlapping(tileLow, tileHigh),
            other ->
                other != owner && candidate.test(other) && new TileSearch(other).overlaps(tile));
  }
}
