package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A region and the fragments that contain its cells. It also records how many of these cells pass
 * the filter, as far as this is known without reading them.
 *
 * @param region the region
 * @param parts the cells of each fragment, the oldest fragment first; a cell has the value from the
 *     newest fragment that contains it
 * @param gaps whether some cells may be in no fragment
 * @param gapOutcome how many of the cells that no fragment contains pass
 * @param outcome how many cells of the region pass
 */
public record OwnedRegion(
    TileRegion region, List<Part> parts, boolean gaps, Coverage gapOutcome, Coverage outcome) {

  /**
   * Finds the fragments that contain cells of a region. If the region's tile is already aggregated
   * from its statistics, the returned region has no fragments, and its cells do not pass.
   *
   * @param tiles holds the tiles of the fragments; tiles are not added to those that must be read
   */
  public static OwnedRegion of(DenseQuery query, TileRegion region, DecodedTiles tiles) {
    List<Part> parts = new ArrayList<>(2);
    boolean gaps = true;
    boolean all = true;
    boolean none = true;
    BoxTree<DenseSource>.Search search = query.tree().newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = gaps ? search.next() : null) {
      if (source.hasAnswered(region)) {
        return new OwnedRegion(region, List.of(), false, Coverage.NONE, Coverage.NONE);
      }
      Coverage outcome =
          query.filter() == null ? Coverage.ALL : query.filter().outcome(source, region);
      all &= outcome == Coverage.ALL;
      none &= outcome == Coverage.NONE;
      parts.add(
          source.dense()
              ? new Part(source, source.within(region), tiles.tile(source, region), outcome)
              : new Part(source, region, null, outcome));
      gaps = !source.covers(region);
    }
    Collections.reverse(parts);
    Coverage gapOutcome =
        gaps && query.filter() != null ? query.filter().outcome(region) : Coverage.NONE;
    all &= !gaps || gapOutcome == Coverage.ALL;
    none &= gapOutcome == Coverage.NONE;
    return new OwnedRegion(
        region, parts, gaps, gapOutcome, none ? Coverage.NONE : all ? Coverage.ALL : Coverage.SOME);
  }

  /** Returns whether some cells of the region may pass while others fail. */
  boolean divided() {
    return outcome == Coverage.SOME;
  }

  /**
   * Returns whether cells must be tested. If not, it is known for each fragment whether all or none
   * of its cells pass.
   */
  boolean undecided() {
    return divided()
        && (gapOutcome == Coverage.SOME
            || parts.stream().anyMatch(part -> part.outcome() == Coverage.SOME));
  }

  /** Returns whether cells that no fragment contains may pass. */
  boolean wantsGaps() {
    return gapOutcome != Coverage.NONE;
  }

  /** Returns whether cells of the region pass, and which ones is known without testing them. */
  boolean decided() {
    return outcome != Coverage.NONE && !undecided();
  }

  /** Returns the cells of the fragments with cells that may pass, the oldest fragment first. */
  List<Part> wanted() {
    return outcome == Coverage.ALL
        ? parts
        : parts.stream().filter(part -> !part.excluded()).toList();
  }
}
