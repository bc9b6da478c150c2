package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads a dense array box by box, in the order of the result. Each box becomes one batch; a box
 * that needs too much memory is halved first.
 */
final class DenseReader implements Batches {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final DenseQuery query;
  private final ReadScope scope;
  private final Deque<DenseSelection.Box> left = new ArrayDeque<>();

  /** Maximum number of cells still to return. */
  private long wanted;

  /** Maximum number of cells in the next box. Starts small if the limit is small, then doubles. */
  private long ahead;

  /**
   * Memory for each region of the last step, in bytes: for the values of variable-size cells, and
   * for bytes that are fetched or decoded. 0 if not known.
   */
  private double bytesPerRegion;

  /** Whether steps with the same number of cells need different amounts of memory. */
  private final boolean sizesVary;

  /**
   * Creates a reader.
   *
   * @param limit the maximum number of cells to return
   */
  DenseReader(DenseQuery query, long limit, ReadScope scope) {
    this.query = query;
    this.wanted = limit;
    this.ahead = twice(limit);
    this.scope = scope;
    this.sizesVary =
        query.selection() instanceof GridSelection
            && (!scope.readsFast() || query.fields().stream().anyMatch(OutputField::isVar));
    DenseSelection.Box everything = query.selection().everything();
    if (everything.cells() > 0) {
      left.push(everything);
    }
  }

  @Override
  public Batch next() {
    while (!left.isEmpty() && wanted > 0) {
      DenseSelection.Box box = left.pop();
      if (isLeftOut(box)) {
        continue;
      }
      DenseStep step = mayFit(box) ? step(box) : null;
      if (step != null && step.isEmpty()) {
        step.count(scope.counters());
        ahead = twice(ahead);
        continue;
      }
      DenseSelection.Box[] halves =
          step == null || isTooLarge(step, box) ? query.selection().halve(box) : null;
      if (halves != null) {
        left.push(halves[1]);
        left.push(halves[0]);
        continue;
      }
      Batch batch = read(step, box);
      if (batch.rows() > 0) {
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
        && !query
            .tree()
            .any((low, high) -> query.selection().touches(box, low, high), source -> true);
  }

  /** Counts the tiles outside the requested cells, once all boxes are processed. */
  private void countRest() {
    if (left.isEmpty()) {
      scope.counters().outside(query.tilesOutside());
    }
  }

  private Batch read(DenseStep step, DenseSelection.Box box) {
    MemoryBudget.Lease lease = scope.lease(step.bytes(), () -> step.checkSizes());
    try {
      step.count(scope.counters());
      Batch batch = step.run(wanted);
      wanted -= batch.rows();
      ahead = twice(ahead);
      return batch.rows() < box.cells()
          ? batch
          : query.selection().range(box).map(batch::withBox).orElse(batch);
    } finally {
      lease.close();
    }
  }

  @Override
  public void close() {
    left.clear();
  }

  private static long twice(long number) {
    return number > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * number;
  }

  private DenseStep step(DenseSelection.Box box) {
    List<TileRegion> regions = query.selection().regions(box, box);
    return new DenseStep(query, regions, (int) box.cells(), scope);
  }

  /**
   * Returns whether a box is small enough to plan. It must have at most {@link #ahead} cells, and
   * its batch must fit if its regions need as much memory as in the last step. A single cell always
   * is small enough.
   */
  private boolean mayFit(DenseSelection.Box box) {
    long cells = box.cells();
    if (cells == 1) {
      return true;
    }
    if (cells > Math.min(ahead, MAX_ARRAY / 8) || cells > scope.batchBytes()) {
      return false;
    }
    long fixed = DenseStep.fixedBytes(query, cells);
    if (bytesPerRegion == 0 || fixed > scope.batchBytes()) {
      return fixed <= scope.batchBytes();
    }
    long regions = query.selection().regionCount(box);
    return regions == 1 || fixed + regions * bytesPerRegion <= scope.batchBytes();
  }

  /**
   * Returns whether a step needs too much memory, and its halves would need less. Remembers how
   * much memory its regions need.
   */
  private boolean isTooLarge(DenseStep step, DenseSelection.Box box) {
    if (sizesVary) {
      long rest = step.bytes() - DenseStep.fixedBytes(query, box.cells());
      bytesPerRegion = (double) rest / query.selection().regionCount(box);
    }
    return step.bytes() > scope.batchBytes() && step.shrinks();
  }
}
