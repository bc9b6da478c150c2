package io.azulejo.query;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The batches of a reader, which is closed after the last one. */
final class BatchIterator implements Iterator<Batch> {
  private final BatchReader reader;
  private @Nullable Batch next;
  private boolean ended;

  BatchIterator(BatchReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      next = reader.next();
      if (next == null) {
        ended = true;
        reader.close();
      }
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
