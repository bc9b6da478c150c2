package io.azulejo.schema;

import java.util.List;

/**
 * A box: one range for each dimension, in the order of the dimensions.
 *
 * @param ranges the ranges
 */
public record NDRange(List<Range> ranges) {
  /** Takes a copy of the list. */
  public NDRange {
    ranges = List.copyOf(ranges);
  }

  /** A box of these ranges. */
  public static NDRange of(Range... ranges) {
    return new NDRange(List.of(ranges));
  }

  /** The number of dimensions. */
  public int size() {
    return ranges.size();
  }

  /** The range of a dimension, counted from 0. */
  public Range get(int dimension) {
    return ranges.get(dimension);
  }
}
