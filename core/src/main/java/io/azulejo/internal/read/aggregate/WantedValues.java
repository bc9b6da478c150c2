package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.snapshot.fragment.TileStatistics;

/**
 * What is wanted of the values of a field besides their number.
 *
 * @param sum whether their sum is
 * @param min whether the smallest one is
 * @param max whether the largest one is
 */
record WantedValues(boolean sum, boolean min, boolean max) {
  /** Whether the smallest or the largest value is wanted. */
  boolean extremes() {
    return min || max;
  }

  /** Whether statistics have the minimum and the maximum of a tile, as far as wanted. */
  boolean areExact(TileStatistics statistics, int tile) {
    return (!min || statistics.exactMin(tile)) && (!max || statistics.exactMax(tile));
  }
}
