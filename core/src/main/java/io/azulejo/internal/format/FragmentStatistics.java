package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * Statistics of a fragment as a whole.
 *
 * @param fields the statistics of each field, in the order of {@link FieldStorage#index}
 */
public record FragmentStatistics(List<Field> fields) {
  /** Copies the list. */
  public FragmentStatistics {
    fields = List.copyOf(fields);
  }

  /**
   * Statistics of one field.
   *
   * @param min the encoded minimum; empty if it is unknown or the empty string
   * @param max the encoded maximum; empty if it is unknown or the empty string
   * @param sum the sum of all cells: a signed or unsigned 64-bit integer, or the bits of a double
   * @param nullCount the number of null cells
   */
  public record Field(Slice min, Slice max, long sum, long nullCount) {}
}
