package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * What is known of a fragment's values as a whole.
 *
 * @param fields for each field, in the order of {@link FieldStorage#index}
 */
public record FragmentStatistics(List<Field> fields) {
  /** Takes a copy of the list. */
  public FragmentStatistics {
    fields = List.copyOf(fields);
  }

  /**
   * What is known of a field's values.
   *
   * @param min the minimum; empty where it is not known, or the empty string
   * @param max the maximum; likewise
   * @param sum the sum: of 64 bits, signed or unsigned, or the bits of a double
   * @param nullCount the number of nulls
   */
  public record Field(Slice min, Slice max, long sum, long nullCount) {}
}
