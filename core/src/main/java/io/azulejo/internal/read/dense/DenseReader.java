package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadStats.Cost;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dense array box by box. Each box becomes one batch, in the order of the result, or is
 * copied to targets of the caller. A box that needs too much memory is halved first; its size is
 * known from the fragment metadata.
 */
final class DenseReader implements Batches {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Maximum number of regions to copy to targets at once, if they can be divided by tiles. */
  private static final int MAX_REGIONS = 1 << 14;

  private final DenseQuery query;
  private final DenseSelection selection;
  private final DimensionRanges @Nullable [] ranges;
  private final ReadScope scope;
  private final Deque<DenseSelection.Box> left = new ArrayDeque<>();

  /** See {@link StepMemory#maxTileBytes}. */
  private final long maxTileBytes;

  /** Maximum number of cells still to return. */
  private long wanted;

  /** Maximum number of cells in the next box. Starts small if the limit is small, then doubles. */
  private long ahead;

  /**
   * Creates a reader.
   *
   * @param selection the requested cells and their order
   * @param ranges the requested ranges of each dimension; null if points are requested
   * @param limit the maximum number of cells to return
   */
  DenseReader(
      DenseQuery query,
      DenseSelection selection,
      DimensionRanges @Nullable [] ranges,
      long limit,
      ReadScope scope) {
    this.query = query;
    this.selection = selection;
    this.ranges = ranges;
    this.wanted = limit;
    this.ahead = twice(limit);
    this.scope = scope;
    this.maxTileBytes = StepMemory.maxTileBytes(query, scope);
    DenseSelection.Box everything = selection.everything();
    if (everything.cells() > 0) {
      left.push(everything);
    }
  }

  @Override
  public @Nullable Batch next() {
    while (!left.isEmpty() && wanted > 0) {
      DenseSelection.Box box = left.pop();
      if (isLeftOut(box)) {
        continue;
      }
      if (!fits(box)) {
        push(selection.halve(box));
        continue;
      }
      DenseStep step = step(box, box, (int) box.cells());
      Batch batch = step.isEmpty() ? null : read(step, box);
      ahead = twice(ahead);
      if (batch != null && batch.rows() > 0) {
        return batch;
      }
    }
    countRest();
    return null;
  }

  /**
   * Returns whether a box can be skipped because no fragment contains any of its cells. Boxes may
   * be huge, so this is tested before a box is divided.
   */
  private boolean isLeftOut(DenseSelection.Box box) {
    return query.filter() != null
        && query.filter().leavesOutGaps()
        && !query.tree().any((low, high) -> selection.touches(box, low, high), source -> true);
  }

  /** Returns whether a box is small enough for one batch. A single cell always is. */
  private boolean fits(DenseSelection.Box box) {
    long cells = box.cells();
    return cells == 1
        || (cells <= Math.min(ahead, MAX_ARRAY / 8)
            && new StepMemory(query).fits(selection, box, maxTileBytes, scope));
  }

  private void push(DenseSelection.Box[] halves) {
    left.push(halves[1]);
    left.push(halves[0]);
  }

  private DenseStep step(DenseSelection.Box box, DenseSelection.Box frame, int cells) {
    return new DenseStep(query, selection.regions(box, frame), ranges != null, cells, scope);
  }

  private Batch read(DenseStep step, DenseSelection.Box box) {
    MemoryBudget.Lease lease = scope.lease(step.bytes(), step::checkSizes);
    try (lease) {
      Batch batch = step.run(wanted);
      wanted -= batch.rows();
      return batch.rows() < box.cells()
          ? batch
          : selection.range(box).map(batch::withBox).orElse(batch);
    }
  }

  /**
   * Copies all cells to targets of the caller, in tile order. Each cell's index in the target is
   * known in advance, so a tile is needed only once. The query must have no filter.
   *
   * @param targets one for each field of the query, with an element for each cell; all fields have
   *     fixed size
   */
  void copyTo(List<FieldTarget> targets) {
    while (!left.isEmpty()) {
      DenseSelection.Box box = left.pop();
      DenseSelection.Box[] halves =
          selection.regionCount(box) > MAX_REGIONS ? selection.halveByTiles(box) : null;
      if (halves != null) {
        push(halves);
        continue;
      }
      DenseStep step = step(box, selection.everything(), 0);
      MemoryBudget.Lease lease = scope.lease(step.bytes(), step::checkSizes);
      try (lease) {
        step.copyTo(targets);
      }
    }
    countRest();
  }

  /** Counts the tiles outside the requested cells, once all boxes are processed. */
  private void countRest() {
    if (left.isEmpty()) {
      scope.counters().add(Cost.TILES_OUTSIDE, TouchedTiles.outside(query, ranges));
    }
  }

  @Override
  public void close() {
    left.clear();
  }

  private static long twice(long number) {
    return number > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * number;
  }
}
