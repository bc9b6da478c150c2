package io.azulejo.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/**
 * A parallel sort of positions by unsigned 64-bit keys, for reads, writes and merges.
 *
 * <ul>
 *   <li>Keys that form few ascending runs, such as the cells of several fragments, are merged: all
 *       runs are cut at the same keys, and the pieces between two cuts are merged independently.
 *   <li>Other keys are distributed to buckets by their upper bits, and each bucket is sorted by
 *       radix.
 * </ul>
 *
 * <p>Parts and buckets fit into a processor's cache. Positions with equal keys keep their order,
 * unless a finer order is given. An instance has no state of its own; it may be used by several
 * threads if its functions may.
 */
public final class KeySort {
  /** Fewer keys than this are sorted as one part. */
  private static final int FEW = 1 << 14;

  /** Minimum average length of runs that are merged. Shorter runs are sorted faster by radix. */
  private static final int LONG_RUN = 1 << 8;

  /** Maximum number of runs to merge in one part. A part with more runs is sorted by radix. */
  private static final int MAX_MERGED = 8;

  /** Approximate number of keys in a merged part. */
  private static final int PART = 1 << 15;

  /** Number of sampled keys per part, from which the borders of the parts are chosen. */
  private static final int SAMPLES = 16;

  /** Number of keys in a bucket if the keys are distributed evenly. */
  private static final int BUCKET = 1 << 13;

  /** Maximum number of upper bits that select a bucket. */
  private static final int MAX_BITS = 10;

  /** Number of keys that one task scans or distributes. */
  private static final int CHUNK = 1 << 17;

  private final Workers workers;
  private final IntBinaryOperator ties;

  /** Threads that apply a function to items, several at a time. */
  @FunctionalInterface
  public interface Workers {
    /** Returns the results in the order of the items. */
    <T, R> List<R> map(List<T> items, Function<? super T, ? extends R> function);

    /** Applies a function to one item after another. */
    static <T, R> List<R> serially(List<T> items, Function<? super T, ? extends R> function) {
      List<R> results = new ArrayList<>();
      for (T item : items) {
        results.add(function.apply(item));
      }
      return results;
    }
  }

  /**
   * Creates a sorter.
   *
   * @param ties the order of positions with equal keys; null to keep their order
   */
  public KeySort(Workers workers, IntBinaryOperator ties) {
    this.workers = workers;
    this.ties = ties;
  }

  /**
   * The result of a sort.
   *
   * @param keys the keys in ascending order
   * @param positions the original position of each key
   * @param spans consecutive ranges that cover all keys; equal keys are in the same range
   */
  public record Sorted(long[] keys, int[] positions, List<Span> spans) {}

  /** A range of indexes; {@code end} is exclusive. */
  public record Span(int from, int end) {
    /** Returns the length. */
    int length() {
      return end - from;
    }

    /** Divides the indexes below {@code count} into ranges of at most {@code length}. */
    static List<Span> cut(int count, int length) {
      List<Span> spans = new ArrayList<>();
      for (int from = 0; from < count; from += length) {
        spans.add(new Span(from, Math.min(count, from + length)));
      }
      return spans;
    }
  }

  /**
   * Sorts keys.
   *
   * @param keys the keys by position; the result may share this array
   */
  public Sorted sort(long[] keys) {
    int[] starts = runStarts(keys);
    if (starts == null) {
      return keys.length < FEW ? byRadix(keys) : sortBuckets(keys);
    }
    return merged(keys, starts);
  }

  /** Returns the start of each ascending run, then the number of keys. Null if runs are short. */
  private int[] runStarts(long[] keys) {
    int most = keys.length / LONG_RUN + 1;
    List<int[]> found =
        workers.map(Span.cut(keys.length, CHUNK), chunk -> descents(keys, chunk, most));
    int count = 0;
    for (int[] part : found) {
      count = part == null || count > most ? Integer.MAX_VALUE : count + part.length;
    }
    if (count > most) {
      return null;
    }
    int[] starts = new int[count + 2];
    int at = 1;
    for (int[] part : found) {
      System.arraycopy(part, 0, starts, at, part.length);
      at += part.length;
    }
    starts[at] = keys.length;
    return starts;
  }

  /**
   * Returns the positions in a chunk whose key is less than the previous key.
   *
   * @param most maximum number of positions
   * @return null if there are more
   */
  private static int[] descents(long[] keys, Span chunk, int most) {
    int[] found = new int[Math.min(most, chunk.length())];
    int count = 0;
    for (int i = Math.max(1, chunk.from); i < chunk.end; i++) {
      if (Long.compareUnsigned(keys[i - 1], keys[i]) > 0) {
        if (count == found.length) {
          return null;
        }
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private void sortTies(long[] keys, int[] positions, Span span) {
    if (ties != null) {
      RadixSort.sortTies(keys, positions, span.from, span.end, ties);
    }
  }

  private Sorted byRadix(long[] keys) {
    int[] positions = RadixSort.sort(keys);
    Span all = new Span(0, keys.length);
    sortTies(keys, positions, all);
    return new Sorted(keys, positions, List.of(all));
  }

  /** A part of the result, with the ranges of the runs that contain its keys. */
  private static final class Part {
    final List<Span> stretches = new ArrayList<>();
    int first;
    int count;
  }

  private Sorted merged(long[] keys, int[] starts) {
    List<Part> parts = parts(keys, starts);
    long[] sorted = new long[keys.length];
    int[] positions = new int[keys.length];
    List<Span> spans =
        workers.map(
            parts,
            part -> {
              Span span = new Span(part.first, part.first + part.count);
              gather(part, keys, sorted, positions);
              if (part.stretches.size() <= MAX_MERGED) {
                merge(part, sorted, positions);
              } else {
                RadixSort.sort(sorted, positions, span.from, span.end);
              }
              sortTies(sorted, positions, span);
              return span;
            });
    return new Sorted(sorted, positions, spans);
  }

  private static List<Part> parts(long[] keys, int[] starts) {
    long[] borders = keys.length < FEW ? new long[0] : borders(keys, starts);
    List<Part> parts = new ArrayList<>();
    for (int p = 0; p <= borders.length; p++) {
      parts.add(new Part());
    }
    for (int run = 0; run + 1 < starts.length; run++) {
      int from = starts[run];
      int end = starts[run + 1];
      while (from < end) {
        int p = firstAbove(borders, keys[from]);
        int next = p == borders.length ? end : firstNotBelow(keys, from, end, borders[p]);
        parts.get(p).stretches.add(new Span(from, next));
        parts.get(p).count += next - from;
        from = next;
      }
    }
    int first = 0;
    for (Part part : parts) {
      part.first = first;
      first += part.count;
    }
    return parts;
  }

  /**
   * Returns the lower bounds of all parts except the first, in ascending order. Their top bits are
   * flipped, so that signed comparison gives the unsigned order.
   */
  private static long[] borders(long[] keys, int[] starts) {
    int partKeys = Math.min(PART, Math.max(FEW / 2, keys.length / SAMPLES));
    int step = partKeys / SAMPLES;
    int samples = 0;
    for (int run = 0; run + 1 < starts.length; run++) {
      samples += (starts[run + 1] - starts[run] + step - 1) / step;
    }
    long[] sample = new long[samples];
    int at = 0;
    for (int run = 0; run + 1 < starts.length; run++) {
      for (int i = starts[run]; i < starts[run + 1]; i += step) {
        sample[at++] = keys[i] ^ Long.MIN_VALUE;
      }
    }
    Arrays.sort(sample);
    int parts = Math.min(keys.length / partKeys + 1, samples);
    long[] borders = new long[parts - 1];
    for (int p = 1; p < parts; p++) {
      borders[p - 1] = sample[(int) ((long) p * samples / parts)];
    }
    return borders;
  }

  /** Returns the index of the first border that is greater than a key. */
  private static int firstAbove(long[] borders, long key) {
    int low = 0;
    int high = borders.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (borders[middle] > (key ^ Long.MIN_VALUE)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the position of the first key of a run that is not less than a border. */
  private static int firstNotBelow(long[] keys, int from, int end, long border) {
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if ((keys[middle] ^ Long.MIN_VALUE) >= border) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static void gather(Part part, long[] keys, long[] sorted, int[] positions) {
    int at = part.first;
    for (Span stretch : part.stretches) {
      System.arraycopy(keys, stretch.from, sorted, at, stretch.length());
      for (int i = stretch.from; i < stretch.end; i++) {
        positions[at++] = i;
      }
    }
  }

  /** Merges pairs of adjacent runs until one run is left. */
  private static void merge(Part part, long[] sorted, int[] positions) {
    int runs = part.stretches.size();
    int[] ends = new int[runs];
    int at = part.first;
    for (int r = 0; r < runs; r++) {
      at += part.stretches.get(r).length();
      ends[r] = at;
    }
    long[] spareKeys = new long[runs > 1 ? part.count : 0];
    int[] spare = new int[spareKeys.length];
    while (runs > 1) {
      int from = part.first;
      int left = 0;
      for (int r = 0; r < runs; r += 2) {
        int end = ends[Math.min(r + 1, runs - 1)];
        if (r + 1 < runs) {
          merge(sorted, positions, from, ends[r], end, spareKeys, spare);
        }
        ends[left++] = end;
        from = end;
      }
      runs = left;
    }
  }

  /** Merges two adjacent runs. The first run precedes the second one where keys are equal. */
  private static void merge(
      long[] keys, int[] positions, int from, int middle, int end, long[] spareKeys, int[] spare) {
    if (Long.compareUnsigned(keys[middle - 1], keys[middle]) <= 0) {
      return;
    }
    int left = middle - from;
    System.arraycopy(keys, from, spareKeys, 0, left);
    System.arraycopy(positions, from, spare, 0, left);
    int a = 0;
    int b = middle;
    int at = from;
    while (a < left && b < end) {
      long keyA = spareKeys[a];
      long keyB = keys[b];
      boolean second = Long.compareUnsigned(keyA, keyB) > 0;
      keys[at] = second ? keyB : keyA;
      positions[at++] = second ? positions[b] : spare[a];
      b += second ? 1 : 0;
      a += second ? 0 : 1;
    }
    System.arraycopy(spareKeys, a, keys, at, left - a);
    System.arraycopy(spare, a, positions, at, left - a);
  }

  private Sorted sortBuckets(long[] keys) {
    List<Span> chunks = Span.cut(keys.length, CHUNK);
    long first = keys[0];
    long varying =
        workers.map(chunks, chunk -> varying(keys, chunk, first)).stream()
            .reduce(0L, (a, b) -> a | b);
    int wanted = Long.SIZE - Long.numberOfLeadingZeros(keys.length / BUCKET);
    int bits = Math.min(MAX_BITS, Math.max(1, wanted));
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(varying) - bits);
    int mask = (1 << bits) - 1;
    List<int[]> counts = workers.map(chunks, chunk -> counts(keys, chunk, shift, mask));
    int[] ends = firstPlaces(counts, mask + 1);
    long[] distributed = new long[keys.length];
    int[] positions = new int[keys.length];
    List<Integer> numbers = new ArrayList<>();
    for (int c = 0; c < chunks.size(); c++) {
      numbers.add(c);
    }
    workers.map(
        numbers,
        c -> {
          distribute(keys, chunks.get(c), shift, mask, counts.get(c), distributed, positions);
          return null;
        });
    List<Span> buckets = buckets(ends);
    workers.map(
        buckets,
        bucket -> {
          RadixSort.sort(distributed, positions, bucket.from, bucket.end);
          sortTies(distributed, positions, bucket);
          return null;
        });
    return new Sorted(distributed, positions, buckets);
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
   * Replaces the counts of each chunk by the index of its first key in each bucket.
   *
   * @return the end of each bucket
   */
  private static int[] firstPlaces(List<int[]> counts, int buckets) {
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

  private static void distribute(
      long[] keys,
      Span chunk,
      int shift,
      int mask,
      int[] places,
      long[] distributed,
      int[] positions) {
    for (int i = chunk.from; i < chunk.end; i++) {
      long key = keys[i];
      int place = places[(int) (key >>> shift) & mask]++;
      distributed[place] = key;
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
