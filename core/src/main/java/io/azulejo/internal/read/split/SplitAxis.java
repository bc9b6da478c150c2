package io.azulejo.internal.read.split;

import io.azulejo.schema.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dimension as numbers that it can be cut between. */
interface SplitAxis {
  /** The ranges that are asked for, as the request has them; null for everything. */
  @Nullable List<Range> wanted();

  /** What is left of the ranges from one number to another, both included. */
  List<Range> between(long low, long high);

  /** The tile of the array's grid that a number lies in, unsigned; 0 for all without a grid. */
  long gridTile(long number);

  /** Whether there may be several coordinates from one number to another, both included. */
  boolean hasSeveral(long low, long high);

  /** The number itself, or one close to it, such that it and the one before can be told apart. */
  long cut(long number);

  /** The first number, not before one, in the grid's tile of another one, which is not less. */
  default long firstOfTile(long from, long number) {
    long tile = gridTile(number);
    long low = from;
    long high = number;
    while (low < high) {
      long middle = low + ((high - low) >>> 1);
      if (gridTile(middle) == tile) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
