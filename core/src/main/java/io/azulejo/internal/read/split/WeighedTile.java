package io.azulejo.internal.read.split;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparsePlan;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * A tile, and what a read takes of it.
 *
 * @param share about which part of its cells are asked for, 0 to 1
 * @param bytes the bytes of the fields of the answer in all of its cells
 */
record WeighedTile(SparseTile tile, double share, long bytes) {
  /** Weighs the tiles of a read; loads what it takes. */
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
        SparseFragment owner = tile.owner();
        share *= ranges[d].share(owner.lowKey(tile.number(), d), owner.highKey(tile.number(), d));
      }
    }
    return Math.min(1, Math.max(0, share));
  }

  /** About how many bytes of it are in the answer. */
  double wantedBytes() {
    return share * bytes;
  }
}
