package io.azulejo.maintenance;

import java.util.List;

/**
 * What filters make of a field in a sample.
 *
 * @param field its name; {@code offsets} and {@code validity}, where {@code shared}
 * @param shared whether it is what all fields share: offsets or validity
 * @param unfiltered the bytes of the sample
 * @param trials what was tried, the filters of the array first
 * @param best which of the trials is recommended, counted from 0
 */
public record FilterAdvice(
    String field, boolean shared, long unfiltered, List<FilterTrial> trials, int best) {
  /** Makes an immutable record: takes copies of its list. */
  public FilterAdvice {
    trials = List.copyOf(trials);
  }
}
