package io.azulejo.storage.objects;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request, or several, that a thread of {@link Transfers} sends, or else who waits for it. It is
 * sent once at the most.
 *
 * @param <T> what comes of it
 */
final class Transfer<T> {
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Null once it was begun, so that what is sent can be collected. */
  private @Nullable Supplier<? extends T> act;

  /** The thread of the pool that is at it; null if none is. */
  private @Nullable Thread thread;

  private @Nullable T result;
  private @Nullable Throwable failure;

  Transfer(Supplier<? extends T> act) {
    this.act = act;
  }

  /** Does it in a thread of the pool, unless it was begun already. */
  void runInPool() {
    Supplier<? extends T> wanted;
    synchronized (this) {
      wanted = begin();
      thread = wanted == null ? null : Thread.currentThread();
    }
    if (wanted != null) {
      run(wanted);
    }
  }

  /** Does it in this thread, unless it was begun already. */
  void runHere() {
    Supplier<? extends T> wanted = begin();
    if (wanted != null) {
      run(wanted);
    }
  }

  private void run(Supplier<? extends T> wanted) {
    try {
      result = wanted.get();
    } catch (Throwable e) {
      failure = e;
    } finally {
      synchronized (this) {
        thread = null;
      }
      ended.countDown();
    }
  }

  /** What is to be done; null if it was begun already. */
  private synchronized @Nullable Supplier<? extends T> begin() {
    Supplier<? extends T> wanted = act;
    act = null;
    return wanted;
  }

  /**
   * What came of it, or what it threw; does it here if no thread has begun. When this returns,
   * normally or not, nothing is underway any more: if this thread is interrupted, the one that is
   * at it is, too, and this one stays so.
   */
  @SuppressWarnings("NullAway") // The result is there, as it is what the act gave.
  T finish() {
    runHere();
    boolean interrupted = false;
    while (ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException e) {
        interrupted = true;
        interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure == null) {
      return result;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  private synchronized void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Keeps it from being begun; returns whether it was not, and will never be. */
  boolean cancel() {
    if (begin() == null) {
      return false;
    }
    failure = new CancellationException("it was not sent any more");
    ended.countDown();
    return true;
  }
}
