package io.azulejo.internal.read;

import java.util.ArrayList;
import java.util.List;

/**
 * A region, the fragments that have cells of it, and what is known beforehand of how many of these
 * are wanted: {@link DimensionRanges#NONE} and its neighbours say it.
 *
 * @param region the region
 * @param sources the fragments, the oldest first; the newest one that a cell is in has its value
 * @param outcomes for each fragment how many of its cells are wanted
 * @param gaps whether some cells may be in no fragment
 * @param outcome how many cells of the region are wanted; those in no fragment are not
 */
record OwnedRegion(
    Region region, List<DenseSource> sources, List<Integer> outcomes, boolean gaps, int outcome) {

  /** Finds out which fragments have cells of a region. */
  static OwnedRegion of(DenseQuery query, Region region) {
    List<DenseSource> sources = new ArrayList<>();
    List<Integer> outcomes = new ArrayList<>();
    boolean gaps = true;
    for (int i = query.sources().size() - 1; i >= 0 && gaps; i--) {
      DenseSource source = query.sources().get(i);
      if (source.touches(region)) {
        if (source.hasAnswered(region)) {
          return new OwnedRegion(region, List.of(), List.of(), false, DimensionRanges.NONE);
        }
        sources.add(0, source);
        outcomes.add(
            0,
            query.filter() == null ? DimensionRanges.ALL : query.filter().outcome(source, region));
        gaps = !source.covers(region);
      }
    }
    return new OwnedRegion(region, sources, outcomes, gaps, outcome(outcomes, gaps));
  }

  private static int outcome(List<Integer> outcomes, boolean gaps) {
    if (outcomes.stream().allMatch(outcome -> outcome == DimensionRanges.NONE)) {
      return DimensionRanges.NONE;
    }
    return !gaps && outcomes.stream().allMatch(outcome -> outcome == DimensionRanges.ALL)
        ? DimensionRanges.ALL
        : DimensionRanges.SOME;
  }

  /** Whether some cells may be wanted and others not. */
  boolean divided() {
    return outcome == DimensionRanges.SOME;
  }

  /** Whether cells have to be looked at; else the fragments that they are in decide. */
  boolean undecided() {
    return divided() && outcomes.contains(DimensionRanges.SOME);
  }

  /** Whether it is known which fragments the wanted cells are in, and there are some. */
  boolean decided() {
    return outcome != DimensionRanges.NONE && !undecided();
  }

  /** Whether nothing of a fragment is wanted. */
  boolean excludes(int source) {
    return outcomes.get(source) == DimensionRanges.NONE;
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
