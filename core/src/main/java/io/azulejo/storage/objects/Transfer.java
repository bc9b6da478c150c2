package io.azulejo.storage.objects;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An action that sends one or several requests. It runs at most once, either in a thread of {@link
 * Transfers} or in the thread that waits for it.
 *
 * @param <T> the type of the result
 */
final class Transfer<T> {
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The action; null once it has begun, so that its bytes can be garbage-collected. */
  private @Nullable Supplier<? extends T> act;

  /** The pool thread that runs the action; null if there is none. */
  private @Nullable Thread thread;

  private @Nullable T result;
  private @Nullable Throwable failure;

  Transfer(Supplier<? extends T> act) {
    this.act = act;
  }

  /** Runs the action in this pool thread, unless it has begun already. */
  void runInPool() {
    Supplier<? extends T> action;
    synchronized (this) {
      action = begin();
      thread = action == null ? null : Thread.currentThread();
    }
    if (action != null) {
      run(action);
    }
  }

  /** Runs the action in this thread, unless it has begun already. */
  void runHere() {
    Supplier<? extends T> action = begin();
    if (action != null) {
      run(action);
    }
  }

  private void run(Supplier<? extends T> action) {
    try {
      result = action.get();
    } catch (Throwable e) {
      failure = e;
    } finally {
      synchronized (this) {
        thread = null;
      }
      ended.countDown();
    }
  }

  /** Marks the action as begun and returns it; null if it has begun already. */
  private synchronized @Nullable Supplier<? extends T> begin() {
    Supplier<? extends T> action = act;
    act = null;
    return action;
  }

  /**
   * Waits for the action and returns its result or throws its exception. Runs the action in this
   * thread if it has not begun. When the method returns or throws, the action has ended. If this
   * thread is interrupted, it interrupts the pool thread that runs the action, and stays
   * interrupted.
   */
  @SuppressWarnings("NullAway") // Without a failure, the result is set.
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

  /** Prevents the action from starting. Returns false if it has begun already. */
  boolean cancel() {
    if (begin() == null) {
      return false;
    }
    failure = new CancellationException("it was cancelled before it was sent");
    ended.countDown();
    return true;
  }
}
