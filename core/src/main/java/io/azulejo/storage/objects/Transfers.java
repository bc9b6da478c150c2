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
 * The threads that wait for the answers of a remote store, for concurrent requests. A thread that
 * waits for a request that has not begun sends it itself, so threads of this pool can wait for each
 * other without a deadlock. Thread-safe.
 */
public final class Transfers implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  /**
   * Creates a pool. Its threads start on demand and end after 20 idle seconds.
   *
   * @param store the name of the store, which is part of the threads' names
   * @param parallel the maximum number of threads, at least 1
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

  /** Starts an action in the background. The caller must finish or cancel it. */
  <T> Transfer<T> begin(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    try {
      threads.execute(transfer::runInPool);
    } catch (RejectedExecutionException e) {
      throw new InvalidRequestException("the store is closed", null, e);
    }
    return transfer;
  }

  /** Runs an action in this thread and returns it as a completed transfer. */
  static <T> Transfer<T> here(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    transfer.runHere();
    return transfer;
  }

  /**
   * Runs actions concurrently and waits for them. After the first failure no further action starts,
   * and that failure is thrown. On return, even by exception, no action is running.
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

  /** Waits before a retry. */
  static void pause(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  /** Ends the threads. Actions that have not begun are run by the threads that wait for them. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
