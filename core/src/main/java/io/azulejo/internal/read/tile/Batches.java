package io.azulejo.internal.read.tile;

import io.azulejo.query.Batch;

/**
 * The cells that are wanted, batch after batch: what {@code GuardedReader} makes a reader for
 * callers of. Used by one thread at a time, and not after it was closed or has failed.
 */
public interface Batches extends AutoCloseable {
  /** Nothing. */
  Batches NONE =
      new Batches() {
        @Override
        public Batch next() {
          return null;
        }

        @Override
        public void close() {}
      };

  /** The next cells, none at times; null at the end. */
  Batch next();

  /** Gives back what is held; also after a failure. */
  @Override
  void close();
}
