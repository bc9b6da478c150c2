package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;

/**
 * The cells of a region that one fragment contains.
 *
 * @param source the fragment
 * @param region these cells; if the fragment is sparse, the whole region
 * @param tile the tile that contains these cells; null if the fragment is sparse
 * @param outcome how many of these cells pass the filter, as far as this is known without reading
 *     them
 */
public record Part(DenseSource source, TileRegion region, DenseTile tile, Coverage outcome) {
  /** Returns whether the fragment is dense. */
  public boolean dense() {
    return tile != null;
  }

  /** Returns whether no cell passes the filter. */
  boolean excluded() {
    return outcome == Coverage.NONE;
  }
}
