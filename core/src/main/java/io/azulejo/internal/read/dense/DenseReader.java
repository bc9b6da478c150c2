package io.azulejo.internal.read.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayDeque;
import java.util.Deque;

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
   * Creates a reader.
   *
   * @param limit the maximum number of cells to return
   */
  DenseReader(DenseQuery query, long limit, ReadScope scope) {
    this.query = query;
    this.wanted = limit;
    this.ahead = twice(limit);
    this.scope = scope;
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
      long cells = box.cells();
      DenseStep step = null;
      long bytes = Long.MAX_VALUE;
      if (cells <= ahead && mayFit(cells)) {
        step = new DenseStep(query, query.selection().regions(box, box), (int) cells, scope);
        if (step.isEmpty()) {
          step.count(scope.counters());
          ahead = twice(ahead);
          continue;
        }
        bytes = step.bytes();
      }
      boolean tooLarge = bytes > scope.batchBytes() && (step == null || step.shrinks());
      DenseSelection.Box[] halves = tooLarge ? query.selection().halve(box) : null;
      if (halves == null) {
        if (step == null) {
          throw new InvalidRequestException(
              "a single cell needs more than the memory budget; increase the budget");
        }
        Batch batch = read(step, box, bytes);
        if (batch.rows() > 0) {
          return batch;
        }
        continue;
      }
      left.push(halves[1]);
      left.push(halves[0]);
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
      for (DenseSource source : query.sources()) {
        scope.counters().outside(source.uncounted());
      }
    }
  }

  private Batch read(DenseStep step, DenseSelection.Box box, long bytes) {
    MemoryBudget.Lease lease = scope.lease(bytes, () -> step.checkSizes());
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

  /**
   * Returns whether a box is small enough to plan: the fixed-size part of its cells fits into the
   * memory of a batch.
   */
  private boolean mayFit(long cells) {
    long perCell = 0;
    for (OutputField field : query.fields()) {
      perCell += field.fixedBytes();
    }
    return cells == 1
        || (cells <= MAX_ARRAY / 8 && cells <= scope.batchBytes() / Math.max(1, perCell));
  }
}
