package io.azulejo.internal.maintain;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Reads the next batch in a task while the caller works on the one before; without threads, on
 * demand. Not thread-safe.
 */
public final class ReadAhead implements AutoCloseable {
  private final BatchReader in;
  private final Tasks tasks;
  private Future<Batch> coming;

  /** Wraps a reader, and closes it in the end. */
  public ReadAhead(BatchReader in, Tasks tasks) {
    this.in = in;
    this.tasks = tasks;
  }

  /** The next batch; null at the end. Throws what the reader throws. */
  public Batch next() {
    if (!tasks.hasThreads()) {
      return in.next();
    }
    if (coming == null) {
      coming = tasks.drive(in::next, () -> {});
    }
    Batch batch = await();
    coming = batch == null ? coming : tasks.drive(in::next, () -> {});
    return batch;
  }

  private Batch await() {
    try {
      return coming.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the thread was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  /** Ends the read, and waits until no task reads any more. */
  @Override
  public void close() {
    in.close();
    boolean interrupted = false;
    while (coming != null) {
      try {
        coming.get();
        coming = null;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException | CancellationException e) {
        // The task has ended, as intended.
        coming = null;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
