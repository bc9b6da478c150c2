package io.azulejo.internal.order;

import java.util.List;

/** Sorts positions by 64-bit keys, taken as unsigned; equal keys keep their order. */
public final class RadixSort {
  private static final int BITS = 11;
  private static final int BUCKETS = 1 << BITS;
  private static final int SMALL = 64;

  private RadixSort() {}

  /**
   * Sorts keys and, with them, the positions 0 to keys.length - 1.
   *
   * @param keys sorted when it returns
   * @return for each place in the sorted keys where its key came from
   */
  public static int[] sort(long[] keys) {
    int[] positions = new int[keys.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    if (keys.length <= SMALL) {
      insert(keys, positions);
      return positions;
    }
    long varying = 0;
    for (long key : keys) {
      varying |= key ^ keys[0];
    }
    long[] fromKeys = keys;
    int[] from = positions;
    long[] toKeys = new long[keys.length];
    int[] to = new int[keys.length];
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if ((varying >>> shift & BUCKETS - 1) == 0) {
        continue;
      }
      int[] starts = new int[BUCKETS + 1];
      for (long key : fromKeys) {
        starts[(int) (key >>> shift & BUCKETS - 1) + 1]++;
      }
      for (int b = 0; b < BUCKETS; b++) {
        starts[b + 1] += starts[b];
      }
      for (int i = 0; i < fromKeys.length; i++) {
        long key = fromKeys[i];
        int place = starts[(int) (key >>> shift & BUCKETS - 1)]++;
        toKeys[place] = key;
        to[place] = from[i];
      }
      long[] spareKeys = fromKeys;
      fromKeys = toKeys;
      toKeys = spareKeys;
      int[] spare = from;
      from = to;
      to = spare;
    }
    if (fromKeys != keys) {
      System.arraycopy(fromKeys, 0, keys, 0, keys.length);
    }
    return from;
  }

  /**
   * Sorts positions by some signed numbers: the first list of them decides, then the second, and so
   * on.
   *
   * @param order for each list a number for each position; not changed
   * @return the positions 0 to count - 1 in order
   */
  public static int[] sort(List<long[]> order, int count) {
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = i;
    }
    for (int i = order.size() - 1; i >= 0; i--) {
      long[] by = take(order.get(i), positions);
      for (int p = 0; p < count; p++) {
        by[p] ^= Long.MIN_VALUE;
      }
      int[] moved = sort(by);
      int[] next = new int[count];
      for (int p = 0; p < count; p++) {
        next[p] = positions[moved[p]];
      }
      positions = next;
    }
    return positions;
  }

  /** The values at some positions. */
  public static long[] take(long[] values, int[] positions) {
    long[] taken = new long[positions.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[positions[i]];
    }
    return taken;
  }

  private static void insert(long[] keys, int[] positions) {
    for (int i = 1; i < keys.length; i++) {
      long key = keys[i];
      int position = positions[i];
      int at = i;
      while (at > 0 && Long.compareUnsigned(keys[at - 1], key) > 0) {
        keys[at] = keys[at - 1];
        positions[at] = positions[at - 1];
        at--;
      }
      keys[at] = key;
      positions[at] = position;
    }
  }
}
