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
 * Reads the next batches while the caller works on those before. Whoever asks for a second batch is
 * taken to want the others too: so reads of one batch, and those that stop at the first, cost
 * nothing more. Read ahead is one batch, or as many small ones as are half as large together as a
 * batch may be; as many more may wait for the caller. The budget counts all. Without threads
 * nothing is read ahead.
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

  /** A batch that the caller has not taken, and what it holds. */
  private record Waiting(Batch batch, long bytes, MemoryBudget.Lease lease) {}

  /**
   * What was read ahead.
   *
   * @param failure what ended it after these batches; null if nothing did
   */
  private record Ahead(List<Waiting> batches, RuntimeException failure) {}

  /** Wraps a reader, and closes it in the end. */
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

  /** What is read ahead waits for the caller from now on. */
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

  /** The bytes of the arrays of a batch, which may be longer than its cells need. */
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

  /** What is read ahead. When this returns, normally or not, nothing is read any more. */
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
      ready.forEach(waiting -> waiting.lease.close());
      ready.clear();
      batches.close();
    }
  }
}
