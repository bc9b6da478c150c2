package io.azulejo.schema;

import java.util.List;

/**
 * A box of cells: one range per dimension, in dimension order. Immutable.
 *
 * @param ranges one range per dimension
 */
public record NDRange(List<Range> ranges) {
  /** Creates a box from a copy of the list. */
  public NDRange {
    ranges = List.copyOf(ranges);
  }

  /** Returns a box of these ranges, one per dimension, in dimension order. */
  public static NDRange of(Range... ranges) {
    return new NDRange(List.of(ranges));
  }

  /** Returns the number of dimensions. */
  public int size() {
    return ranges.size();
  }

  /**
   * Returns the range along a dimension.
   *
   * @param dimension zero-based index of the dimension
   * @throws IndexOutOfBoundsException if the box has no such dimension
   */
  public Range get(int dimension) {
    return ranges.get(dimension);
  }
}
