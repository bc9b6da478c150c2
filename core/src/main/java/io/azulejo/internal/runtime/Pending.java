package io.azulejo.internal.runtime;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Work on a list of items that is in progress or about to begin. Its driver awaits or cancels it.
 * Pool threads and the waiting driver each take the next item whenever they are free.
 *
 * @param <R> type of an item's result
 */
public final class Pending<R> {
  private final int count;
  private final IntFunction<R> work;
  private final BooleanSupplier closed;
  private final Object[] results;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger unfinished;
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Throwable[] failures;
  private volatile boolean cancelled;

  <T> Pending(List<T> items, Function<? super T, ? extends R> function, BooleanSupplier closed) {
    this.count = items.size();
    this.work = index -> function.apply(items.get(index));
    this.closed = closed;
    this.results = new Object[count];
    this.failures = new Throwable[count];
    this.unfinished = new AtomicInteger(count);
    if (count == 0) {
      finished.countDown();
    }
  }

  /** Processes the next item if there is one. Returns whether there may be more items. */
  boolean runNext() {
    int index = next.get() < count ? next.getAndIncrement() : count;
    if (index >= count) {
      return false;
    }
    try {
      if (closed.getAsBoolean()) {
        throw new Cancellation.Closed();
      }
      results[index] = work.apply(index);
    } catch (Throwable e) {
      failures[index] = e;
      skipRemaining();
    } finally {
      finish(1);
    }
    return next.get() < count;
  }

  private void skipRemaining() {
    int from = next.getAndSet(count);
    if (from < count) {
      finish(count - from);
    }
  }

  private void finish(int number) {
    if (unfinished.addAndGet(-number) == 0) {
      finished.countDown();
    }
  }

  /**
   * Processes the remaining items and waits for items in other threads. Called only by drivers.
   * When the method returns or throws, all items have ended. If an item fails, its exception is
   * thrown with the failures of other items suppressed.
   *
   * @return the results in item order
   * @throws CancellationException if the work was cancelled, the engine was closed, or the thread
   *     was interrupted before or during the call; an interrupted thread stays interrupted
   */
  @SuppressWarnings("unchecked")
  public List<R> await() {
    boolean interrupted = false;
    do {
      interrupted = Thread.currentThread().isInterrupted();
      if (interrupted) {
        cancel();
      }
    } while (!interrupted && runNext());
    interrupted = awaitOthers();
    Throwable failure = failure();
    if (interrupted || cancelled) {
      CancellationException cancellation =
          new CancellationException(
              interrupted ? "the thread was interrupted" : "the work was cancelled");
      cancellation.initCause(failure);
      throw cancellation;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    return (List<R>) Collections.unmodifiableList(Arrays.asList(results));
  }

  /**
   * Waits for items in progress. Returns whether the thread was interrupted before or during the
   * wait.
   */
  private boolean awaitOthers() {
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        finished.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        cancel();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return interrupted;
  }

  /**
   * Returns the failure of the first failed item in item order, with other failures suppressed.
   * Null if none failed.
   */
  private Throwable failure() {
    Throwable first = null;
    for (int i = 0; i < failures.length; i++) {
      Throwable failure = failures[i];
      failures[i] = null;
      if (first == null) {
        first = failure;
      } else if (failure != null && failure != first) {
        first.addSuppressed(failure);
      }
    }
    return first;
  }

  /** Prevents further items from starting. Items in progress finish normally. */
  public void cancel() {
    cancelled = true;
    skipRemaining();
  }
}
