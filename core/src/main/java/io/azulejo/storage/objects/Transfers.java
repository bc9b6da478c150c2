package io.azulejo.storage.objects;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads that wait for the answers of a remote store, so that several requests are underway at
 * a time. A thread that waits for a request which has not begun sends it itself. So a thread of
 * this pool may wait for others of it without a deadlock. Safe for use by many threads.
 */
public final class Transfers implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  /**
   * A pool without threads; they start when there is work, and end after 20 seconds without any.
   *
   * @param store the name of the store, which the names of the threads contain
   * @param parallel the largest number of threads, at least 1
   */
  public Transfers(String store, int parallel) {
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            parallel,
            parallel,
            20,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "azulejo-" + store + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Begins an action in the background, which has to be finished or cancelled. */
  <T> Transfer<T> begin(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    try {
      threads.execute(transfer::runInPool);
    } catch (RejectedExecutionException e) {
      throw new InvalidRequestException("the store is closed", null, e);
    }
    return transfer;
  }

  /** Runs an action in this thread; its result is taken as that of one in the background. */
  static <T> Transfer<T> here(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    transfer.runHere();
    return transfer;
  }

  /**
   * Runs all actions at the same time and waits for them. After the first failure no other action
   * is begun, and that failure is thrown. When this returns, normally or not, no action is running.
   *
   * @throws InvalidRequestException if the pool is closed and there is more than one action
   */
  public void all(List<? extends Runnable> acts) {
    if (acts.size() == 1) {
      acts.get(0).run();
      return;
    }
    List<Transfer<Boolean>> transfers =
        acts.stream()
            .map(
                act ->
                    this.begin(
                        () -> {
                          act.run();
                          return true;
                        }))
            .toList();
    RuntimeException failure = null;
    for (Transfer<Boolean> transfer : transfers) {
      if (failure != null && transfer.cancel()) {
        continue;
      }
      try {
        transfer.finish();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Waits before a request is repeated. */
  static void pause(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  /** Ends the threads. An action that has not begun is run by the thread that waits for it. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
