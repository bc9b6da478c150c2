package io.azulejo.internal.maintain;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Reads the next batch while the one before is worked on; without threads, when it is asked for.
 * For one thread at a time.
 */
public final class ReadAhead implements AutoCloseable {
  private final BatchReader in;
  private final Tasks tasks;
  private Future<Batch> coming;

  /** Reads what a reader gives, and closes it in the end. */
  public ReadAhead(BatchReader in, Tasks tasks) {
    this.in = in;
    this.tasks = tasks;
  }

  /** The next batch; null at the end. Fails as the reader does. */
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

  /** Ends the read; when this returns, nobody reads any more. */
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
        // It has ended, as it should.
        coming = null;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
