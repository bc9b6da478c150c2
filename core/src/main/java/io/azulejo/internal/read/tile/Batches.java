package io.azulejo.internal.read.tile;

import io.azulejo.query.Batch;

/**
 * The cells of a read as a sequence of batches. {@code GuardedReader} wraps it as a reader for
 * callers. It may be used by one thread at a time, and not after it was closed or has failed.
 */
public interface Batches extends AutoCloseable {
  /** A result without cells. */
  Batches NONE =
      new Batches() {
        @Override
        public Batch next() {
          return null;
        }

        @Override
        public void close() {}
      };

  /** Returns the next batch, which may be empty, or null at the end. */
  Batch next();

  /** Releases all resources. May be called after a failure. */
  @Override
  void close();
}
