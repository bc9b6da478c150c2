package io.azulejo.cli.output;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts distinct byte strings and finds the most frequent ones, in bounded memory. Results are
 * exact while there are few distinct values, and estimated otherwise. Not thread-safe.
 *
 * <p>If there are too many distinct values, the median of the counts is subtracted from all counts,
 * and values without a remaining count are dropped (the frequent items algorithm of Misra and
 * Gries). The true count of a value exceeds its remaining count by at most the total subtracted
 * amount. The number of distinct values is estimated from a sample of their hashes (Wegman's
 * adaptive sampling).
 */
public final class ValueCounts {
  /** Maximum number of distinct values that are counted exactly. */
  static final int MAX_VALUES = 10_000;

  /**
   * Maximum size of a counted value in bytes. Longer values only add to the number of distinct
   * values.
   */
  static final int LONGEST = 1024;

  private static final int MAX_BYTES = 1 << 20;
  private static final int SLOTS = 1 << 15;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * Hash table slots, which hold the number of a value, starting at 1, or 0 if the slot is empty.
   */
  private final short[] slots = new short[SLOTS];

  private long[] hashes = new long[64];
  private long[] counts = new long[64];
  private int[] ends = new int[64];
  private byte[] bytes = new byte[1024];
  private int size;
  private long taken;
  private HashSample sample;

  /**
   * A frequent value and its number of occurrences.
   *
   * @param value the bytes of the value
   * @param count the number of occurrences, or an upper bound if counts are not exact
   */
  public record Frequent(byte[] value, long count) {}

  /**
   * Counts a value.
   *
   * @param data the array that contains the value; not kept
   * @param start the index of the value's first byte
   * @param length the size of the value in bytes
   */
  void add(byte[] data, int start, int length) {
    long hash = hash(data, start, length);
    if (sample != null) {
      sample.add(hash);
    }
    if (length > LONGEST) {
      estimate(hash);
      return;
    }
    int slot = slot(hash, data, start, length);
    if (slots[slot] != 0) {
      counts[slots[slot] - 1]++;
      return;
    }
    if (size == MAX_VALUES || used() + length > MAX_BYTES) {
      estimate(hash);
      takeMedian();
      slot = slot(hash, data, start, length);
    }
    append(slot, hash, data, start, length);
  }

  /** Returns whether {@link #distinct} is exact. */
  public boolean isExact() {
    return sample == null;
  }

  /** Returns whether the counts of frequent values are exact. Otherwise they are upper bounds. */
  public boolean countsAreExact() {
    return taken == 0;
  }

  /** Returns the exact or estimated number of distinct values. */
  public long distinct() {
    return sample == null ? size : sample.estimate();
  }

  /**
   * Returns the most frequent values, by descending count. Each of them is certainly more frequent
   * than every value that was dropped. Values that occur only once are omitted, unless all counted
   * values fit into the result.
   *
   * @param number the maximum number of values to return
   */
  List<Frequent> mostFrequent(int number) {
    List<Frequent> mostFrequent = new ArrayList<>();
    IntStream.range(0, size)
        .filter(i -> counts[i] > taken && (counts[i] > 1 || size <= number))
        .boxed()
        .sorted(Comparator.comparingLong((Integer i) -> -counts[i]))
        .limit(number)
        .forEach(
            i ->
                mostFrequent.add(
                    new Frequent(Arrays.copyOfRange(bytes, start(i), ends[i]), counts[i] + taken)));
    return mostFrequent;
  }

  private void estimate(long hash) {
    if (sample == null) {
      sample = new HashSample();
      for (int i = 0; i < size; i++) {
        sample.add(hashes[i]);
      }
      sample.add(hash);
    }
  }

  private static long hash(byte[] data, int start, int length) {
    long hash = length * 0x9e3779b97f4a7c15L;
    int at = start;
    for (; at <= start + length - Long.BYTES; at += Long.BYTES) {
      hash = mixed(hash ^ (long) LONG.get(data, at));
    }
    long last = 0;
    for (; at < start + length; at++) {
      last = last << Byte.SIZE | data[at] & 0xff;
    }
    return mixed(hash ^ last);
  }

  /** Mixes the bits of a number so that each bit of the result depends on all bits of the input. */
  private static long mixed(long bits) {
    long mixed = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * A sample of distinct hashes: all hashes that start with a certain number of zero bits. This
   * number increases whenever the sample becomes too large. The standard error of the estimate is
   * 0.6 %.
   */
  private static final class HashSample {
    private static final int MAX_SIZE = 48 << 10;

    /** Hash table of the sampled hashes; 0 marks an empty slot. */
    private final long[] hashes = new long[1 << 16];

    private int size;
    private int zeros;

    void add(long hash) {
      if (hash == 0 || Long.numberOfLeadingZeros(hash) < zeros) {
        return;
      }
      int slot = (int) hash & hashes.length - 1;
      while (hashes[slot] != 0) {
        if (hashes[slot] == hash) {
          return;
        }
        slot = slot + 1 & hashes.length - 1;
      }
      hashes[slot] = hash;
      if (++size > MAX_SIZE) {
        long[] all = hashes.clone();
        Arrays.fill(hashes, 0);
        size = 0;
        zeros++;
        Arrays.stream(all).forEach(this::add);
      }
    }

    long estimate() {
      return (long) size << zeros;
    }
  }

  private void append(int slot, long hash, byte[] data, int start, int length) {
    if (size == hashes.length) {
      int more = Math.min(MAX_VALUES, 2 * size);
      hashes = Arrays.copyOf(hashes, more);
      counts = Arrays.copyOf(counts, more);
      ends = Arrays.copyOf(ends, more);
    }
    int used = used();
    if (used + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
    }
    System.arraycopy(data, start, bytes, used, length);
    hashes[size] = hash;
    counts[size] = 1;
    ends[size] = used + length;
    slots[slot] = (short) ++size;
  }

  private int used() {
    return start(size);
  }

  private int start(int value) {
    return value == 0 ? 0 : ends[value - 1];
  }

  /** Returns the slot that holds a value, or the empty slot where it belongs. */
  private int slot(long hash, byte[] data, int start, int length) {
    int slot = (int) hash & SLOTS - 1;
    while (slots[slot] != 0) {
      int at = slots[slot] - 1;
      if (hashes[at] == hash
          && Arrays.equals(bytes, start(at), ends[at], data, start, start + length)) {
        return slot;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }

  private void takeMedian() {
    long[] sorted = Arrays.copyOf(counts, size);
    Arrays.sort(sorted);
    long median = sorted[size / 2];
    taken += median;
    Arrays.fill(slots, (short) 0);
    int all = size;
    int from = 0;
    size = 0;
    for (int i = 0; i < all; i++) {
      int end = ends[i];
      if (counts[i] > median) {
        int to = used();
        System.arraycopy(bytes, from, bytes, to, end - from);
        hashes[size] = hashes[i];
        counts[size] = counts[i] - median;
        ends[size] = to + end - from;
        int slot = (int) hashes[size] & SLOTS - 1;
        while (slots[slot] != 0) {
          slot = slot + 1 & SLOTS - 1;
        }
        slots[slot] = (short) ++size;
      }
      from = end;
    }
  }
}
