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
 * A sorted index of the non-empty domains of an array's fragments. With it, a small read of an
 * array with many fragments inspects only a few of them. Each dimension is indexed on first use.
 * All reads share the index. Thread-safe.
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

  /** Returns the total number of tiles of all fragments. */
  public long tiles() {
    return tiles;
  }

  /** Returns the fragments that have tiles, oldest first. */
  public List<Fragment> all() {
    return fragments;
  }

  /** Returns whether a dimension is indexed. String dimensions are not. */
  public boolean covers(int d) {
    return dimensions.get(d) != null;
  }

  /**
   * Returns the fragments whose non-empty domain overlaps an interval of keys in an indexed
   * dimension, oldest first. Fragments without tiles are left out.
   *
   * @param d the zero-based number of a dimension that is indexed (see {@link #covers})
   * @param low the smallest {@linkplain CoordinateKeys key} of the interval
   * @param high the largest key of the interval
   */
  public List<Fragment> overlapping(int d, long low, long high) {
    int[] found = dimensions.get(d).get().overlapping(low, high);
    if (found.length == fragments.size()) {
      return fragments;
    }
    List<Fragment> overlapping = new ArrayList<>(found.length);
    for (int age : found) {
      overlapping.add(fragments.get(age));
    }
    return Collections.unmodifiableList(overlapping);
  }

  /** The intervals of all fragments in one dimension, sorted by their lower bounds. */
  static final class Intervals {
    /** The index of each interval in the given list, which is ordered by age. */
    private final int[] ages;

    private final long[] lows;
    private final long[] highs;

    /** The largest upper bound among each interval and all intervals before it. */
    private final long[] reach;

    /**
     * Sorts intervals.
     *
     * @param given the lower and upper bound of each interval, both inclusive
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

    /**
     * Returns the indexes, in the given list, of the intervals that overlap an interval. The
     * indexes are in ascending order.
     */
    int[] overlapping(long low, long high) {
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

    /** Returns the position of the first number that is at least the given one. */
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
