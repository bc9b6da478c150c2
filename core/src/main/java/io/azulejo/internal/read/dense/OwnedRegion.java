package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;
import java.util.List;

/**
 * A region and the fragments that contain its cells. It also records how many of these cells pass
 * the filter, as far as this is known without reading them.
 *
 * @param region the region
 * @param parts the cells of each fragment, the oldest fragment first; a cell has the value from the
 *     newest fragment that contains it
 * @param gaps whether some cells may be in no fragment
 * @param gapOutcome how many of the cells that no fragment contains pass
 * @param outcome how many cells of the region pass
 * @param undecided whether cells must be tested; if not, it is known for each fragment whether all
 *     or none of its cells pass
 */
public record OwnedRegion(
    TileRegion region,
    List<Part> parts,
    boolean gaps,
    Coverage gapOutcome,
    Coverage outcome,
    boolean undecided) {
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

  /** Returns whether some cells of the region may pass while others fail. */
  boolean divided() {
    return outcome == Coverage.SOME;
  }

  /** Returns whether cells that no fragment contains may pass. */
  boolean wantsGaps() {
    return gapOutcome != Coverage.NONE;
  }

  /** Returns the cells of the fragments with cells that may pass, the oldest fragment first. */
  List<Part> wanted() {
    return outcome == Coverage.ALL
        ? parts
        : parts.stream().filter(part -> !part.excluded()).toList();
  }
}
