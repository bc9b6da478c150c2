package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import io.azulejo.query.VarColumn;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;

/**
 * The batch reader that callers use. Returns the batches of a read, and releases the read's
 * resources when it ends, fails or is closed. Batches are read by one thread at a time; any thread
 * may close the reader.
 */
final class GuardedReader implements BatchReader {
  private final Batches batches;
  private final ReadScope scope;

  /** Event that records the read, or null if events are not recorded. */
  private final EngineEvent.Started event;

  /** Batches that the caller holds and may recycle. A batch equals only itself. */
  private final Set<Batch> lent = Collections.newSetFromMap(new WeakHashMap<>());

  private final BatchPages pages = new BatchPages(this::nextBatch, this::recycle);

  private boolean busy;
  private boolean closed;
  private boolean ended;
  private Throwable failure;

  GuardedReader(Batches batches, ReadScope scope, EngineEvent.Started event) {
    this.batches = batches;
    this.scope = scope;
    this.event = event;
  }

  @Override
  public Batch next() {
    if (pages.isInsideBatch()) {
      throw new InvalidRequestException(
          "the last page ends inside a batch; read the rest of the batch with nextPage first");
    }
    return nextBatch();
  }

  @Override
  public Page nextPage(PageLimits limits, PartConsumer consumer) {
    requireOpen();
    return pages.next(limits, consumer);
  }

  private synchronized void requireOpen() {
    if (closed) {
      throw new InvalidRequestException("the reader is closed");
    }
  }

  private Batch nextBatch() {
    if (!begin()) {
      return null;
    }
    boolean more = false;
    try {
      Batch batch = scope.counters().waiting(this::advance);
      more = batch != null;
      return batch;
    } catch (RuntimeException | Error e) {
      failed(e);
      throw e;
    } finally {
      end(more);
    }
  }

  private Batch advance() {
    scope.check();
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the thread was interrupted");
    }
    Batch batch = batches.next();
    if (batch != null) {
      scope.counters().delivered(batch);
      lend(batch);
    } else {
      scope.ended();
    }
    return batch;
  }

  private synchronized void lend(Batch batch) {
    lent.add(batch);
  }

  @Override
  public void recycle(Batch batch) {
    synchronized (this) {
      if (!lent.remove(batch)) {
        throw new InvalidRequestException(
            "the batch belongs to another reader, or was already given back");
      }
    }
    for (Column column : batch.columns()) {
      scope.arrays().giveBack(column.array());
      column.validityArray().ifPresent(scope.arrays()::giveBack);
      if (column instanceof VarColumn cells) {
        scope.arrays().giveBack(cells.offsetArray());
      }
    }
  }

  /**
   * Marks this reader as busy and returns whether there may be another batch.
   *
   * @throws InvalidRequestException if the reader is closed or busy, or the read has failed
   */
  private synchronized boolean begin() {
    requireOpen();
    if (busy) {
      throw new InvalidRequestException(
          "another thread is reading; use a reader from one thread at a time");
    }
    if (failure != null) {
      throw new InvalidRequestException("this read has failed; start a new one", null, failure);
    }
    busy = !ended;
    return busy;
  }

  private synchronized void failed(Throwable e) {
    failure = e;
  }

  private synchronized void end(boolean more) {
    busy = false;
    if (!more || closed) {
      ended = true;
      release();
    }
  }

  private void release() {
    batches.close();
    scope.release();
    if (event != null) {
      ReadStats stats = stats();
      event.files(stats.opens()).bytes(stats.bytesRead()).tiles(stats.tilesDecoded());
      event.cells(stats.cellsDelivered()).done();
    }
  }

  @Override
  public ReadStats stats() {
    return scope.counters().stats();
  }

  /**
   * Closes this reader without waiting. If another thread is in {@link #next}, that thread releases
   * the resources when it returns.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (busy) {
      scope.stop("the reader was closed");
    } else if (!ended) {
      ended = true;
      release();
    }
  }
}
