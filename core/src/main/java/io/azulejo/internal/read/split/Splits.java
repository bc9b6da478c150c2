package io.azulejo.internal.read.split;

import io.azulejo.internal.read.dense.DensePlan;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparsePlan;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.util.List;

/** Splits planned reads into parts. */
public final class Splits {
  private Splits() {}

  /** Returns the whole read as a single part. */
  public static Split whole(ReadRequest request, PlannedRead planned) {
    long stored = planned.storedBytes().values().stream().mapToLong(Long::longValue).sum();
    return Split.of(request, planned.steps().cells(), stored, stored);
  }

  /** Splits a read of a dense array. */
  public static List<Split> of(
      ArraySchema schema, ResolvedRequest resolved, DensePlan plan, SplitOptions options) {
    return new DenseSplits(schema, resolved.request(), plan).cut(options);
  }

  /** Splits a read of a sparse array. */
  public static List<Split> of(
      ArraySchema schema, ResolvedRequest resolved, SparsePlan plan, SplitOptions options) {
    ReadRequest request = resolved.request();
    List<SparseTile> tiles = plan.tiles();
    // With string dimensions, the tiles of old fragments are not sorted in global order.
    boolean byTiles =
        request.tiles().isPresent()
            || (!plan.uniqueCells() && resolved.layout() != Layout.GLOBAL_ORDER);
    List<WeighedTile> weighed = WeighedTile.all(tiles, plan, schema, resolved);
    return byTiles
        ? TileStretches.cut(request, weighed, options)
        : new SparseSplits(schema, resolved, weighed).cut(options);
  }
}
