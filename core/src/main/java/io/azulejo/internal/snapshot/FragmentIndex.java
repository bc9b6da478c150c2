package io.azulejo.internal.snapshot;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The non-empty domains of the fragments of a snapshot, sorted, so that a small read of an array of
 * many fragments looks at few of them. Made once for all reads, dimension by dimension when it is
 * first asked for. Safe for use by many threads.
 */
public final class FragmentIndex {
  private final List<Fragment> fragments;
  private final List<Lazy<Intervals>> dimensions = new ArrayList<>();
  private final long tiles;

  FragmentIndex(ArraySchema schema, List<Fragment> fragments) {
    this.fragments = fragments.stream().filter(fragment -> fragment.tiles() > 0).toList();
    this.tiles = this.fragments.stream().mapToLong(Fragment::tiles).sum();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      int index = d;
      dimensions.add(
          dimension.isVar()
              ? null
              : new Lazy<>(() -> intervals(this.fragments, index, dimension.type())));
    }
  }

  private static Intervals intervals(List<Fragment> fragments, int d, Datatype type) {
    List<long[]> intervals = new ArrayList<>(fragments.size());
    for (Fragment fragment : fragments) {
      Range range = fragment.nonEmptyDomain().orElseThrow().get(d);
      intervals.add(new long[] {CoordinateKeys.low(type, range), CoordinateKeys.high(type, range)});
    }
    return new Intervals(intervals);
  }

  /** The tiles of all fragments. */
  public long tiles() {
    return tiles;
  }

  /** The fragments that have tiles, the oldest first. */
  public List<Fragment> all() {
    return fragments;
  }

  /** Whether there is an index of a dimension: of those of strings there is none. */
  public boolean covers(int d) {
    return dimensions.get(d) != null;
  }

  /**
   * The fragments that have tiles and whose non-empty domain has keys of an interval in a dimension
   * that is covered, the oldest first.
   *
   * @param low the smallest {@linkplain CoordinateKeys key} of the interval
   * @param high the largest one
   */
  public List<Fragment> meeting(int d, long low, long high) {
    int[] found = dimensions.get(d).get().meeting(low, high);
    if (found.length == fragments.size()) {
      return fragments;
    }
    List<Fragment> meeting = new ArrayList<>(found.length);
    for (int age : found) {
      meeting.add(fragments.get(age));
    }
    return Collections.unmodifiableList(meeting);
  }

  /** The intervals of the fragments in one dimension, by where they begin. */
  static final class Intervals {
    /** The places of the fragments in their list. */
    private final int[] ages;

    private final long[] lows;
    private final long[] highs;

    /** The largest high up to each one. */
    private final long[] reach;

    /**
     * Sorts intervals.
     *
     * @param given where each one begins and ends
     */
    Intervals(List<long[]> given) {
      int count = given.size();
      List<Integer> sorted = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        sorted.add(i);
      }
      sorted.sort(Comparator.comparingLong(i -> given.get(i)[0]));
      ages = new int[count];
      lows = new long[count];
      highs = new long[count];
      reach = new long[count];
      long most = Long.MIN_VALUE;
      for (int i = 0; i < count; i++) {
        ages[i] = sorted.get(i);
        lows[i] = given.get(ages[i])[0];
        highs[i] = given.get(ages[i])[1];
        most = Math.max(most, highs[i]);
        reach[i] = most;
      }
    }

    /** The places of the intervals that have a number in common with another one, ascending. */
    int[] meeting(long low, long high) {
      int until = high == Long.MAX_VALUE ? lows.length : firstAtLeast(lows, high + 1);
      int[] found = new int[8];
      int count = 0;
      for (int i = firstAtLeast(reach, low); i < until; i++) {
        if (highs[i] >= low) {
          if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
          }
          found[count++] = ages[i];
        }
      }
      found = Arrays.copyOf(found, count);
      Arrays.sort(found);
      return found;
    }

    /** The first of some ascending numbers that is not smaller than another one. */
    private static int firstAtLeast(long[] ascending, long least) {
      int from = 0;
      int to = ascending.length;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (ascending[middle] < least) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }
  }
}
