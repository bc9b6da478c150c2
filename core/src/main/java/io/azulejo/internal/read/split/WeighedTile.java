package io.azulejo.internal.read.split;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparsePlan;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TreeBox;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * A tile and the estimated amount of data that a read takes from it.
 *
 * @param share the estimated fraction of its cells that are requested, from 0 to 1
 * @param bytes the size of the requested fields in all cells of the tile, in bytes
 */
record WeighedTile(SparseTile tile, double share, long bytes) {
  /** Estimates the share of each tile. Loads the fragment metadata that this requires. */
  static List<WeighedTile> all(
      List<SparseTile> tiles, SparsePlan plan, ArraySchema schema, ResolvedRequest resolved) {
    DimensionRanges[] ranges = new DimensionRanges[schema.dimensions().size()];
    for (int d = 0; d < ranges.length; d++) {
      List<Range> wanted = resolved.cells().ranges().get(d);
      ranges[d] =
          wanted == null || schema.dimensions().get(d).isVar()
              ? null
              : DimensionRanges.of(schema.dimensions().get(d), wanted);
    }
    List<WeighedTile> weighed = new ArrayList<>(tiles.size());
    SparseFragment loaded = null;
    for (SparseTile tile : tiles) {
      if (tile.owner() != loaded) {
        loaded = tile.owner();
        loaded.fragment().load(List.of(), true);
      }
      weighed.add(new WeighedTile(tile, share(tile, ranges), plan.projectedBytes(tile)));
    }
    return weighed;
  }

  private static double share(SparseTile tile, DimensionRanges[] ranges) {
    double share = 1;
    for (int d = 0; d < ranges.length; d++) {
      if (ranges[d] != null) {
        TreeBox box = TreeBox.of(tile);
        share *= ranges[d].share(box.low(d), box.high(d));
      }
    }
    return Math.min(1, Math.max(0, share));
  }

  /** Returns the estimated size of the requested cells, in bytes. */
  double wantedBytes() {
    return share * bytes;
  }
}
