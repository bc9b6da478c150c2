package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.TileStatistics;

/**
 * What is wanted of the values of a field besides their number.
 *
 * @param sum whether their sum is
 * @param least whether the least one is
 * @param greatest whether the greatest one is
 */
record Wanted(boolean sum, boolean least, boolean greatest) {
  /** Whether the least or the greatest value is wanted. */
  boolean extremes() {
    return least || greatest;
  }

  /** Whether statistics tell the least and the greatest value of a tile, as far as wanted. */
  boolean areExact(TileStatistics statistics, int tile) {
    return (!least || statistics.exactMin(tile)) && (!greatest || statistics.exactMax(tile));
  }
}
