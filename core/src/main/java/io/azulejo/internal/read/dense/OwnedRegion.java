package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A region and the fragments that contain its cells. It also records how many of these cells pass
 * the filter, as far as this is known without reading them.
 *
 * @param region the region
 * @param sources the fragments, the oldest first; a cell has the value from the newest fragment
 *     that contains it
 * @param outcomes for each fragment, how many of its cells pass
 * @param gaps whether some cells may be in no fragment
 * @param gapOutcome how many of the cells that no fragment contains pass
 * @param outcome how many cells of the region pass
 */
public record OwnedRegion(
    TileRegion region,
    List<DenseSource> sources,
    List<Coverage> outcomes,
    boolean gaps,
    Coverage gapOutcome,
    Coverage outcome) {

  /**
   * Finds the fragments that contain cells of a region. If the region's tile is already aggregated
   * from its statistics, the returned region has no fragments, and its cells do not pass.
   */
  public static OwnedRegion of(DenseQuery query, TileRegion region) {
    List<DenseSource> sources = new ArrayList<>();
    List<Coverage> outcomes = new ArrayList<>();
    boolean gaps = true;
    SourceTree.Search search = query.tree().newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = gaps ? search.next() : null) {
      if (source.hasAnswered(region)) {
        return new OwnedRegion(region, List.of(), List.of(), false, Coverage.NONE, Coverage.NONE);
      }
      sources.add(source);
      outcomes.add(query.filter() == null ? Coverage.ALL : query.filter().outcome(source, region));
      gaps = !source.covers(region);
    }
    Collections.reverse(sources);
    Collections.reverse(outcomes);
    Coverage gapOutcome =
        gaps && query.filter() != null ? query.filter().outcome(region) : Coverage.NONE;
    return new OwnedRegion(
        region, sources, outcomes, gaps, gapOutcome, outcome(outcomes, gaps, gapOutcome));
  }

  private static Coverage outcome(List<Coverage> outcomes, boolean gaps, Coverage gapOutcome) {
    if (all(outcomes, Coverage.NONE) && gapOutcome == Coverage.NONE) {
      return Coverage.NONE;
    }
    boolean gapsWanted = !gaps || gapOutcome == Coverage.ALL;
    return gapsWanted && all(outcomes, Coverage.ALL) ? Coverage.ALL : Coverage.SOME;
  }

  private static boolean all(List<Coverage> outcomes, Coverage expected) {
    for (Coverage outcome : outcomes) {
      if (outcome != expected) {
        return false;
      }
    }
    return true;
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
    return divided() && (outcomes.contains(Coverage.SOME) || gapOutcome == Coverage.SOME);
  }

  /** Returns whether cells that no fragment contains may pass. */
  boolean wantsGaps() {
    return gapOutcome != Coverage.NONE;
  }

  /** Returns whether cells of the region pass, and which ones is known without testing them. */
  boolean decided() {
    return outcome != Coverage.NONE && !undecided();
  }

  /**
   * Returns whether none of a fragment's cells pass.
   *
   * @param source the index of the fragment in {@code sources}
   */
  boolean excludes(int source) {
    return outcomes.get(source) == Coverage.NONE;
  }

  /** Returns the fragments with cells that may pass, the oldest first. */
  List<DenseSource> wanted() {
    List<DenseSource> wanted = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      if (!excludes(i)) {
        wanted.add(sources.get(i));
      }
    }
    return wanted;
  }
}
