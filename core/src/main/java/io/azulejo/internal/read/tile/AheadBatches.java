package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Reads batches ahead while the caller works on the previous ones. Reading ahead starts when the
 * caller requests a second batch, so that reads of a single batch cost nothing extra. One batch is
 * read ahead, or several small ones that together have at most half of the maximum batch size. The
 * same amount may also wait for the caller. The memory budget accounts for all of these batches.
 * Without threads, nothing is read ahead.
 *
 * <p>It is separate from {@link FetchQueue} because it runs whole steps of the read in another
 * thread and holds their results, while that queue only requests bytes and runs in one thread.
 */
public final class AheadBatches implements Batches {
  private final Batches batches;
  private final ReadScope scope;
  private final long some;
  private final Deque<Waiting> ready = new ArrayDeque<>();
  private long readyBytes;
  private int asked;
  private Future<Ahead> coming;
  private RuntimeException failure;

  /** A batch that the caller has not taken yet, with its size in bytes and its reserved memory. */
  private record Waiting(Batch batch, long bytes, MemoryBudget.Lease lease) {}

  /**
   * The result of reading ahead.
   *
   * @param failure the exception that ended reading after these batches, or null on success
   */
  private record Ahead(List<Waiting> batches, RuntimeException failure) {}

  /** Wraps a reader. Closing this object also closes the reader. */
  public AheadBatches(Batches batches, ReadScope scope) {
    this.batches = batches;
    this.scope = scope;
    this.some = scope.batchBytes() / 2;
  }

  @Override
  public Batch next() {
    if (ready.isEmpty() && coming != null) {
      takeComing();
    }
    if (ready.isEmpty() && failure != null) {
      throw failure;
    }
    Batch batch = ready.isEmpty() ? batches.next() : takeReady();
    asked++;
    if (batch != null
        && asked > 1
        && coming == null
        && failure == null
        && readyBytes <= some
        && scope.tasks().hasThreads()) {
      coming = scope.tasks().drive(this::readAhead, () -> {});
    }
    return batch;
  }

  private Batch takeReady() {
    Waiting first = ready.removeFirst();
    readyBytes -= first.bytes;
    first.lease.close();
    return first.batch;
  }

  /** Moves the batches that were read ahead to the queue for the caller. */
  private void takeComing() {
    try {
      Ahead ahead = await();
      failure = ahead.failure;
      ready.addAll(ahead.batches);
      ahead.batches.forEach(waiting -> readyBytes += waiting.bytes);
    } finally {
      coming = null;
    }
  }

  private Ahead readAhead() {
    List<Waiting> ahead = new ArrayList<>();
    long bytes = 0;
    long last = 0;
    while (ahead.isEmpty() || bytes + last <= some) {
      try {
        Batch batch = batches.next();
        if (batch == null) {
          break;
        }
        last = held(batch);
        bytes += last;
        ahead.add(new Waiting(batch, last, scope.lease(last)));
      } catch (RuntimeException e) {
        return new Ahead(ahead, e);
      } catch (Error e) {
        ahead.forEach(waiting -> waiting.lease.close());
        throw e;
      }
    }
    return new Ahead(ahead, null);
  }

  /**
   * Returns the total length of a batch's arrays in bytes. They may be longer than the cells need.
   */
  private static long held(Batch batch) {
    long bytes = 0;
    for (Column column : batch.columns()) {
      bytes += column.array().length + column.validityArray().map(a -> a.length).orElse(0);
      if (column instanceof VarColumn var) {
        bytes += (long) Integer.BYTES * var.offsetArray().length;
      }
    }
    return bytes;
  }

  /**
   * Waits for the result of reading ahead. If the thread is interrupted, the read is stopped. When
   * this method returns or throws, no further batch is being read.
   */
  private Ahead await() {
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

  /** Stops reading ahead and waits until it has ended. */
  @Override
  public void close() {
    try {
      if (coming != null) {
        scope.stop("the reader was closed");
        takeComing();
      }
    } catch (RuntimeException e) {
      // The read was stopped on purpose, or it failed after the caller lost interest in the result.
    } finally {
      ready.forEach(waiting -> waiting.lease.close());
      ready.clear();
      batches.close();
    }
  }
}
