package io.azulejo.internal.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Merges wanted ranges of one file into fewer, larger reads: neighbours with small gaps between
 * them are read together, and the bytes in the gaps thrown away.
 */
public final class ByteRanges {
  /**
   * The gap that is read rather than skipped on local files: 64 KiB cost about as much as another
   * read.
   */
  static final long MAX_GAP = 64 << 10;

  /** The size that merging does not go beyond, so that large reads are shared among threads. */
  static final long MAX_LENGTH = 8 << 20;

  private ByteRanges() {}

  /**
   * A range to be read.
   *
   * @param position where it begins in the file
   * @param length its bytes
   * @param members the indexes of the wanted ranges in it, by position
   */
  public record Merged(long position, long length, int[] members) {}

  /** Merges with the limits for local files. */
  public static List<Merged> merge(long[] positions, long[] lengths) {
    return merge(positions, lengths, MAX_GAP, MAX_LENGTH);
  }

  /**
   * Merges. Every wanted range lies whole in one merged one, at its position less that of the
   * merged one.
   *
   * @param positions where the wanted ranges begin, in any order; not negative
   * @param lengths their bytes; not negative
   * @param maxGap the most bytes between two ranges that are read in vain
   * @param maxLength the most bytes of a merged range, unless a wanted one is larger
   * @return the merged ranges by position
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

  /** A range that would end beyond all numbers ends at the last: no file reaches that far. */
  private static long end(long position, long length) {
    long end = position + length;
    return end < 0 ? Long.MAX_VALUE : end;
  }

  /** The indexes by position; equal positions as they came. */
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
