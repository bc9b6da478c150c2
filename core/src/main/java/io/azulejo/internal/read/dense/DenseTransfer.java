package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads all cells of a request directly into the targets of the caller, in tile order. Each cell's
 * index in the target is known in advance, so a tile is needed only once and no intermediate
 * batches are built.
 */
final class DenseTransfer {
  /** Maximum number of regions in one step, if the read can be divided by tiles. */
  private static final int MAX_REGIONS = 1 << 14;

  private final DenseQuery query;
  private final List<FieldTarget> targets;
  private final ReadScope scope;

  /**
   * Creates a transfer of fixed-size fields for a query without a filter.
   *
   * @param targets one for each field, with an element for each cell
   */
  DenseTransfer(DenseQuery query, List<FieldTarget> targets, ReadScope scope) {
    this.query = query;
    this.targets = targets;
    this.scope = scope;
  }

  /** Reads all cells. */
  void run() {
    DenseSelection.Box everything = query.selection().everything();
    Deque<DenseSelection.Box> left = new ArrayDeque<>();
    if (everything.cells() > 0) {
      left.push(everything);
    }
    while (!left.isEmpty()) {
      DenseSelection.Box box = left.pop();
      DenseSelection.Box[] halves =
          query.selection().regionCount(box) > MAX_REGIONS
              ? query.selection().halveByTiles(box)
              : null;
      if (halves == null) {
        read(box, everything);
      } else {
        left.push(halves[1]);
        left.push(halves[0]);
      }
    }
    scope.counters().outside(query.tilesOutside());
  }

  private void read(DenseSelection.Box box, DenseSelection.Box everything) {
    List<TileRegion> regions = query.selection().regions(box, everything);
    DenseStep step = new DenseStep(query, regions, 0, scope);
    MemoryBudget.Lease lease = scope.lease(step.bytes(), () -> step.checkSizes());
    try (lease) {
      step.count(scope.counters());
      step.copyTo(targets);
    }
  }
}
