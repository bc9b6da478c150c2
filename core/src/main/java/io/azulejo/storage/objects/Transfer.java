package io.azulejo.storage.objects;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One or several requests that are sent at most once: by a thread of {@link Transfers}, or by the
 * thread that waits for them.
 *
 * @param <T> the type of the result
 */
final class Transfer<T> {
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Null once it was begun, so that its bytes can be collected. */
  private @Nullable Supplier<? extends T> act;

  /** The thread of the pool that runs it; null if none does. */
  private @Nullable Thread thread;

  private @Nullable T result;
  private @Nullable Throwable failure;

  Transfer(Supplier<? extends T> act) {
    this.act = act;
  }

  /** Runs it in a thread of the pool, unless it was begun already. */
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

  /** Runs it in this thread, unless it was begun already. */
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

  /** Marks it as begun and returns its action; null if it was begun already. */
  private synchronized @Nullable Supplier<? extends T> begin() {
    Supplier<? extends T> wanted = act;
    act = null;
    return wanted;
  }

  /**
   * Waits for it and returns its result, or throws what it threw. Runs it in this thread if no
   * thread has begun. When this returns, normally or not, it is not running any more. If this
   * thread is interrupted, so is the thread that runs it, and this thread stays interrupted.
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

  /** Keeps it from being begun, and returns whether it was not begun before. */
  boolean cancel() {
    if (begin() == null) {
      return false;
    }
    failure = new CancellationException("it was not sent any more");
    ended.countDown();
    return true;
  }
}
