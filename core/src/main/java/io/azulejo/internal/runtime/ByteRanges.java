package io.azulejo.internal.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Merges ranges of a file into fewer, larger reads. Ranges with small gaps between them are read
 * together, and the bytes in the gaps are discarded.
 */
public final class ByteRanges {
  /**
   * Maximum gap in bytes for local files. Reading 64 KiB costs about as much as a separate read.
   */
  static final long MAX_GAP = 64 << 10;

  /**
   * Maximum size of a merged range in bytes. It is limited so that threads can share large reads.
   */
  static final long MAX_LENGTH = 8 << 20;

  private ByteRanges() {}

  /**
   * A merged range, which is read at once.
   *
   * @param position position of the range in the file
   * @param length size of the range in bytes
   * @param members indexes of the requested ranges that it contains, ordered by position
   */
  public record Merged(long position, long length, int[] members) {}

  /**
   * Merges ranges with the limits for local files.
   *
   * @param positions positions of the requested ranges, in any order; not negative
   * @param lengths sizes of the requested ranges in bytes; not negative
   * @return the merged ranges, ordered by position
   */
  public static List<Merged> merge(long[] positions, long[] lengths) {
    return merge(positions, lengths, MAX_GAP, MAX_LENGTH);
  }

  /**
   * Merges ranges. Each requested range lies entirely within one merged range.
   *
   * @param positions positions of the requested ranges, in any order; not negative
   * @param lengths sizes of the requested ranges in bytes; not negative
   * @param maxGap maximum number of discarded bytes between two ranges
   * @param maxLength maximum size of a merged range in bytes; a larger requested range is not split
   * @return the merged ranges, ordered by position
   */
  public static List<Merged> merge(long[] positions, long[] lengths, long maxGap, long maxLength) {
    int[] order = order(positions);
    List<Merged> merged = new ArrayList<>();
    int first = 0;
    while (first < order.length) {
      long start = positions[order[first]];
      long end = end(start, lengths[order[first]]);
      int next = first + 1;
      while (next < order.length) {
        long position = positions[order[next]];
        long wider = Math.max(end, end(position, lengths[order[next]]));
        if (position - end > maxGap || (wider > end && wider - start > maxLength)) {
          break;
        }
        end = wider;
        next++;
      }
      merged.add(new Merged(start, end - start, Arrays.copyOfRange(order, first, next)));
      first = next;
    }
    return merged;
  }

  /**
   * Returns the end of a range. An overflowing end is capped at the maximum value, which exceeds
   * the size of any file.
   */
  private static long end(long position, long length) {
    long end = position + length;
    return end < 0 ? Long.MAX_VALUE : end;
  }

  /** Returns the indexes of the ranges, sorted by position. Equal positions keep their order. */
  private static int[] order(long[] positions) {
    int[] order = new int[positions.length];
    boolean sorted = true;
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
      sorted &= i == 0 || positions[i - 1] <= positions[i];
    }
    if (sorted) {
      return order;
    }
    return Arrays.stream(order)
        .boxed()
        .sorted((a, b) -> Long.compare(positions[a], positions[b]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
