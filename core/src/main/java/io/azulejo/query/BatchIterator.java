package io.azulejo.query;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An iterator over the batches of a reader. */
final class BatchIterator implements Iterator<Batch> {
  private final Supplier<@Nullable Batch> batches;
  private @Nullable Batch next;
  private boolean ended;

  /**
   * Creates an iterator.
   *
   * @param batches returns the next batch, or null at the end
   */
  BatchIterator(Supplier<@Nullable Batch> batches) {
    this.batches = batches;
  }

  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      next = batches.get();
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public Batch next() {
    Batch batch = hasNext() ? next : null;
    if (batch == null) {
      throw new NoSuchElementException("the reader has no more batches");
    }
    next = null;
    return batch;
  }
}
