package io.azulejo.internal.read.split;

import io.azulejo.schema.Range;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A dimension whose coordinates are mapped to consecutive numbers, so that a read can be cut
 * between two numbers.
 */
interface SplitAxis {
  /** Returns the requested ranges, or null if all coordinates are requested. */
  @Nullable List<Range> wanted();

  /** Returns the requested ranges, clipped to an inclusive interval of numbers. */
  List<Range> between(long low, long high);

  /**
   * Returns the index of the grid tile that contains a number, as an unsigned value. Always 0 if
   * the dimension has no tile extent.
   */
  long gridTile(long number);

  /** Returns whether there may be several coordinates in an inclusive interval of numbers. */
  boolean hasSeveral(long low, long high);

  /**
   * Returns the position for a cut at a number: the number itself, or a nearby one if the
   * coordinates on both sides would be equal.
   */
  long cut(long number);

  /**
   * Returns the first number, starting at {@code from}, that lies in the same grid tile as {@code
   * number}.
   *
   * @param from at most {@code number}
   */
  default long firstOfTile(long from, long number) {
    long tile = gridTile(number);
    return first(from, number, other -> gridTile(other) == tile);
  }

  /**
   * Returns the first number from {@code from} to {@code last} that passes a test, which all later
   * numbers pass too. Returns {@code last} if no earlier number passes.
   */
  static long first(long from, long last, LongPredicate test) {
    long low = from;
    long high = last;
    while (low < high) {
      long middle = low + ((high - low) >>> 1);
      if (test.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
