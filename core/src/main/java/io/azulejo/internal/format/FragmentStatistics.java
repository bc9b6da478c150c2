package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * Statistics of a fragment as a whole.
 *
 * @param fields the statistics of each field, in the order of {@link FieldStorage#index}
 */
public record FragmentStatistics(List<Field> fields) {
  /** Takes a copy of the list. */
  public FragmentStatistics {
    fields = List.copyOf(fields);
  }

  /**
   * Statistics of a field.
   *
   * @param min the minimum; empty if it is unknown or the empty string
   * @param max the maximum; empty if it is unknown or the empty string
   * @param sum the sum: a 64-bit integer, signed or unsigned, or the bits of a double
   * @param nullCount the number of nulls
   */
  public record Field(Slice min, Slice max, long sum, long nullCount) {}
}
