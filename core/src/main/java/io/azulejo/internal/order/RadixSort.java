package io.azulejo.internal.order;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Sorts positions by unsigned 64-bit keys; equal keys keep their order. */
public final class RadixSort {
  private static final int MAX_BITS = 11;
  private static final int MIN_BITS = 8;

  /** Fewer keys than this use fewer bits per pass, because counting then costs less. */
  private static final int MANY = 1 << 14;

  private static final int SMALL = 64;

  private RadixSort() {}

  /**
   * Sorts keys together with the positions 0 to keys.length - 1.
   *
   * @param keys sorted on return
   * @return the original position of each sorted key
   */
  public static int[] sort(long[] keys) {
    int[] positions = new int[keys.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    sort(keys, positions, 0, keys.length);
    return positions;
  }

  /**
   * Sorts a range of keys and their positions.
   *
   * @param end end of the range (exclusive)
   */
  static void sort(long[] keys, int[] positions, int from, int end) {
    int count = end - from;
    if (count <= SMALL) {
      insert(keys, positions, from, end);
      return;
    }
    long varying = 0;
    for (int i = from; i < end; i++) {
      varying |= keys[i] ^ keys[from];
    }
    if (varying == 0) {
      return;
    }
    int bits = count < MANY ? MIN_BITS : MAX_BITS;
    int mask = (1 << bits) - 1;
    int[] starts = new int[mask + 2];
    long[] spareKeys = new long[count];
    int[] spare = new int[count];
    boolean away = false;
    for (int shift = 0; shift < Long.SIZE; shift += bits) {
      if ((varying >>> shift & mask) != 0) {
        if (away) {
          pass(spareKeys, spare, 0, count, keys, positions, from, shift, mask, starts);
        } else {
          pass(keys, positions, from, count, spareKeys, spare, 0, shift, mask, starts);
        }
        away = !away;
      }
    }
    if (away) {
      System.arraycopy(spareKeys, 0, keys, from, count);
      System.arraycopy(spare, 0, positions, from, count);
    }
  }

  private static void pass(
      long[] fromKeys,
      int[] from,
      int first,
      int count,
      long[] toKeys,
      int[] to,
      int target,
      int shift,
      int mask,
      int[] starts) {
    Arrays.fill(starts, 0);
    int end = first + count;
    for (int i = first; i < end; i++) {
      starts[(int) (fromKeys[i] >>> shift & mask) + 1]++;
    }
    starts[0] = target;
    for (int b = 1; b < starts.length; b++) {
      starts[b] += starts[b - 1];
    }
    for (int i = first; i < end; i++) {
      long key = fromKeys[i];
      int place = starts[(int) (key >>> shift & mask)]++;
      toKeys[place] = key;
      to[place] = from[i];
    }
  }

  private static void insert(long[] keys, int[] positions, int from, int end) {
    for (int i = from + 1; i < end; i++) {
      long key = keys[i];
      int position = positions[i];
      int at = i;
      while (at > from && Long.compareUnsigned(keys[at - 1], key) > 0) {
        keys[at] = keys[at - 1];
        positions[at] = positions[at - 1];
        at--;
      }
      keys[at] = key;
      positions[at] = position;
    }
  }

  /**
   * Sorts positions with equal keys by a finer order, within a range sorted by keys. Positions
   * equal in this order keep their order.
   */
  public static void sortTies(
      long[] keys, int[] positions, int from, int end, IntBinaryOperator order) {
    int[] spare = new int[0];
    int first = from;
    while (first < end) {
      int next = first + 1;
      while (next < end && keys[next] == keys[first]) {
        next++;
      }
      if (next - first > 1) {
        spare = spare.length < next - first ? new int[next - first] : spare;
        mergeSort(positions, first, next, spare, order);
      }
      first = next;
    }
  }

  private static void mergeSort(
      int[] positions, int first, int end, int[] spare, IntBinaryOperator order) {
    if (end - first < 2) {
      return;
    }
    int middle = (first + end) >>> 1;
    mergeSort(positions, first, middle, spare, order);
    mergeSort(positions, middle, end, spare, order);
    if (order.applyAsInt(positions[middle - 1], positions[middle]) <= 0) {
      return;
    }
    int left = middle - first;
    System.arraycopy(positions, first, spare, 0, left);
    int a = 0;
    int b = middle;
    for (int at = first; a < left; at++) {
      if (b < end && order.applyAsInt(spare[a], positions[b]) > 0) {
        positions[at] = positions[b++];
      } else {
        positions[at] = spare[a++];
      }
    }
  }

  /**
   * Sorts positions by several signed numbers: the first list decides, then the second, and so on.
   *
   * @param order lists with one number per position; not changed
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
      sort(by, positions, 0, count);
    }
    return positions;
  }

  /** Returns the values at positions. */
  public static long[] take(long[] values, int[] positions) {
    long[] taken = new long[positions.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[positions[i]];
    }
    return taken;
  }
}
