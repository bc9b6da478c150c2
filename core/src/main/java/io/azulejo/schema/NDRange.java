package io.azulejo.schema;

import java.util.List;

/**
 * A box: one range per dimension, in the order of the dimensions. Immutable.
 *
 * @param ranges the ranges
 */
public record NDRange(List<Range> ranges) {
  /** Copies the list. */
  public NDRange {
    ranges = List.copyOf(ranges);
  }

  /** Returns a box of these ranges. */
  public static NDRange of(Range... ranges) {
    return new NDRange(List.of(ranges));
  }

  /** Returns the number of dimensions. */
  public int size() {
    return ranges.size();
  }

  /**
   * Returns the range of a dimension.
   *
   * @param dimension index of the dimension, from 0
   */
  public Range get(int dimension) {
    return ranges.get(dimension);
  }
}
