package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads a dense array box by box, in the order of the answer. A box that takes too much memory is
 * halved; each becomes one batch.
 */
final class DenseReader implements Batches {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final DenseQuery query;
  private final ReadScope scope;
  private final Deque<DenseSelection.Box> left = new ArrayDeque<>();

  DenseReader(DenseQuery query, ReadScope scope) {
    this.query = query;
    this.scope = scope;
    DenseSelection.Box everything = query.selection().everything();
    if (everything.cells() > 0) {
      left.push(everything);
    }
  }

  @Override
  public Batch next() {
    while (!left.isEmpty()) {
      DenseSelection.Box box = left.pop();
      long cells = box.cells();
      DenseStep step = null;
      long bytes = Long.MAX_VALUE;
      if (mayFit(cells)) {
        step =
            new DenseStep(query, query.selection().regions(box), (int) cells, scope.batchBytes());
        bytes = step.bytes();
      }
      boolean tooLarge = bytes > scope.batchBytes() && (step == null || step.shrinks());
      DenseSelection.Box[] halves = tooLarge ? query.selection().halve(box) : null;
      if (halves == null) {
        if (step == null) {
          throw new InvalidRequestException(
              "a single cell takes more than the memory budget allows: give a larger budget");
        }
        MemoryBudget.Lease lease = scope.lease(bytes);
        try {
          return step.run(scope);
        } finally {
          lease.close();
        }
      }
      left.push(halves[1]);
      left.push(halves[0]);
    }
    return null;
  }

  @Override
  public void close() {
    left.clear();
  }

  /** Whether it is worth while to look at a box more closely: its cells alone fit. */
  private boolean mayFit(long cells) {
    long perCell = 0;
    for (OutputField field : query.fields()) {
      perCell += field.fixedBytes();
    }
    return cells == 1
        || (cells <= LARGEST / 8 && cells <= scope.batchBytes() / Math.max(1, perCell));
  }
}
