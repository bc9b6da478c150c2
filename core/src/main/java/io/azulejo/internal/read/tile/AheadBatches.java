package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Reads the next batch while the caller works on the one before. Whoever asks for a second batch is
 * taken to want the others too: so reads of one batch, and those that stop at the first, cost
 * nothing more. At most one batch is read ahead, which the budget counts. Without threads nothing
 * is.
 */
public final class AheadBatches implements Batches {
  private final Batches batches;
  private final ReadScope scope;
  private int asked;
  private Future<Batch> coming;

  /** Of the batch that waits for the caller; written before and read after the future is done. */
  private MemoryBudget.Lease waiting;

  /** Wraps a reader, and closes it in the end. */
  public AheadBatches(Batches batches, ReadScope scope) {
    this.batches = batches;
    this.scope = scope;
  }

  @Override
  public Batch next() {
    Batch batch = coming == null ? batches.next() : takeComing();
    asked++;
    if (batch != null && asked > 1 && scope.tasks().hasThreads()) {
      coming = scope.tasks().drive(this::readAhead, () -> {});
    }
    return batch;
  }

  /** The batch that is read ahead, which waits no more, or failed. */
  private Batch takeComing() {
    try {
      return await();
    } finally {
      coming = null;
      if (waiting != null) {
        waiting.close();
        waiting = null;
      }
    }
  }

  private Batch readAhead() {
    Batch batch = batches.next();
    if (batch != null) {
      waiting = scope.lease(batch.bytes());
    }
    return batch;
  }

  /** The batch that is read ahead. When this returns, normally or not, nothing is read any more. */
  private Batch await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return coming.get();
        } catch (InterruptedException e) {
          interrupted = true;
          scope.stop("the thread was interrupted");
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends what is read ahead, and waits for that. */
  @Override
  public void close() {
    try {
      if (coming != null) {
        scope.stop("the reader was closed");
        takeComing();
      }
    } catch (RuntimeException e) {
      // It has ended, as intended, or has failed where nobody asks any more.
    } finally {
      batches.close();
    }
  }
}
