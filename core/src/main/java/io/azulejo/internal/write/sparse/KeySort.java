package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.runtime.Tasks;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts positions by keys on all threads. It first distributes the keys to buckets by their upper
 * bits. Each bucket is small enough for a CPU cache and is then sorted separately. The sort is
 * stable unless a tie order is given.
 */
final class KeySort {
  /** Fewer keys than this are sorted by one thread. */
  private static final int FEW = 1 << 15;

  /** Target number of keys per bucket if keys are spread evenly. */
  private static final int BUCKET = 1 << 13;

  private static final int MAX_BITS = 10;
  private static final int CHUNK = 1 << 17;

  private final Tasks tasks;
  private final RadixSort.Order ties;

  /**
   * Creates a sort.
   *
   * @param ties order of positions with equal keys; null to keep their order
   */
  KeySort(Tasks tasks, RadixSort.Order ties) {
    this.tasks = tasks;
    this.ties = ties;
  }

  /**
   * The sorted keys.
   *
   * @param keys the keys, ascending as unsigned integers
   * @param positions original position of each key
   */
  record Sorted(long[] keys, int[] positions) {}

  private record Span(int from, int end) {}

  /** Sorts keys. May modify the given array. */
  Sorted sort(long[] keys) {
    if (isSorted(keys)) {
      int[] positions = new int[keys.length];
      for (int i = 0; i < positions.length; i++) {
        positions[i] = i;
      }
      return new Sorted(keys, withTies(keys, positions, new Span(0, keys.length)));
    }
    if (keys.length < FEW) {
      int[] positions = RadixSort.sort(keys);
      return new Sorted(keys, withTies(keys, positions, new Span(0, keys.length)));
    }
    return inBuckets(keys);
  }

  private static boolean isSorted(long[] keys) {
    for (int i = 1; i < keys.length; i++) {
      if (Long.compareUnsigned(keys[i - 1], keys[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  private int[] withTies(long[] keys, int[] positions, Span span) {
    if (ties != null) {
      RadixSort.sortTies(keys, positions, span.from, span.end, ties);
    }
    return positions;
  }

  private Sorted inBuckets(long[] keys) {
    List<Span> chunks = chunks(keys.length);
    long first = keys[0];
    long varying =
        tasks.compute(chunks, chunk -> varying(keys, chunk, first)).stream()
            .reduce(0L, (a, b) -> a | b);
    int wanted = Long.SIZE - Long.numberOfLeadingZeros(keys.length / BUCKET);
    int bits = Math.min(MAX_BITS, Math.max(1, wanted));
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(varying) - bits);
    int mask = (1 << bits) - 1;
    List<int[]> counts = tasks.compute(chunks, chunk -> counts(keys, chunk, shift, mask));
    int[] ends = placesOf(counts, mask + 1);
    long[] dealt = new long[keys.length];
    int[] positions = new int[keys.length];
    List<Integer> numbers = new ArrayList<>();
    for (int c = 0; c < chunks.size(); c++) {
      numbers.add(c);
    }
    tasks.compute(
        numbers,
        c -> {
          deal(keys, chunks.get(c), shift, mask, counts.get(c), dealt, positions);
          return null;
        });
    tasks.compute(
        buckets(ends),
        bucket -> {
          RadixSort.sort(dealt, positions, bucket.from, bucket.end);
          return withTies(dealt, positions, bucket);
        });
    return new Sorted(dealt, positions);
  }

  private static List<Span> chunks(int count) {
    List<Span> chunks = new ArrayList<>();
    for (int from = 0; from < count; from += CHUNK) {
      chunks.add(new Span(from, Math.min(count, from + CHUNK)));
    }
    return chunks;
  }

  private static long varying(long[] keys, Span chunk, long first) {
    long varying = 0;
    for (int i = chunk.from; i < chunk.end; i++) {
      varying |= keys[i] ^ first;
    }
    return varying;
  }

  private static int[] counts(long[] keys, Span chunk, int shift, int mask) {
    int[] counts = new int[mask + 1];
    for (int i = chunk.from; i < chunk.end; i++) {
      counts[(int) (keys[i] >>> shift) & mask]++;
    }
    return counts;
  }

  /**
   * Replaces the counts of each chunk by the places of its first keys. Returns the end of each
   * bucket.
   */
  private static int[] placesOf(List<int[]> counts, int buckets) {
    int[] ends = new int[buckets];
    int place = 0;
    for (int b = 0; b < buckets; b++) {
      for (int[] chunk : counts) {
        int count = chunk[b];
        chunk[b] = place;
        place += count;
      }
      ends[b] = place;
    }
    return ends;
  }

  private static void deal(
      long[] keys, Span chunk, int shift, int mask, int[] places, long[] dealt, int[] positions) {
    for (int i = chunk.from; i < chunk.end; i++) {
      long key = keys[i];
      int place = places[(int) (key >>> shift) & mask]++;
      dealt[place] = key;
      positions[place] = i;
    }
  }

  private static List<Span> buckets(int[] ends) {
    List<Span> buckets = new ArrayList<>();
    int from = 0;
    for (int end : ends) {
      if (end > from) {
        buckets.add(new Span(from, end));
      }
      from = end;
    }
    return buckets;
  }
}
