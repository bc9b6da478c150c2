package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A region, the fragments that have cells of it, and what is known beforehand of how many of these
 * are wanted.
 *
 * @param region the region
 * @param sources the fragments, the oldest first; the newest one that a cell is in has its value
 * @param outcomes for each fragment how many of its cells are wanted
 * @param gaps whether some cells may be in no fragment
 * @param gapOutcome how many of those are wanted, if there are some
 * @param outcome how many cells of the region are wanted
 */
public record OwnedRegion(
    TileRegion region,
    List<DenseSource> sources,
    List<Coverage> outcomes,
    boolean gaps,
    Coverage gapOutcome,
    Coverage outcome) {

  /** Finds out which fragments have cells of a region. */
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

  /** Whether some cells may be wanted and others not. */
  boolean divided() {
    return outcome == Coverage.SOME;
  }

  /** Whether cells have to be looked at; else the fragments that they are in decide. */
  boolean undecided() {
    return divided() && (outcomes.contains(Coverage.SOME) || gapOutcome == Coverage.SOME);
  }

  /** Whether some cells may be wanted that are in no fragment. */
  boolean wantsGaps() {
    return gapOutcome != Coverage.NONE;
  }

  /** Whether it is known which fragments the wanted cells are in, and there are some. */
  boolean decided() {
    return outcome != Coverage.NONE && !undecided();
  }

  /** Whether nothing of a fragment is wanted. */
  boolean excludes(int source) {
    return outcomes.get(source) == Coverage.NONE;
  }

  /** The fragments of which something may be wanted. */
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
