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
 * A pool of threads that wait for the responses of a remote store, for concurrent requests. If a
 * thread waits for a request that has not begun, it sends the request itself. Threads of the pool
 * can therefore wait for each other without deadlocks. Thread-safe.
 */
public final class Transfers implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  /**
   * Creates a pool. Its threads start on demand and end after 20 seconds without work.
   *
   * @param store name of the store, which becomes part of thread names
   * @param parallel maximum number of threads, at least 1
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

  /**
   * Starts an action in the background. The caller must finish or cancel the transfer.
   *
   * @throws InvalidRequestException if the pool is closed
   */
  <T> Transfer<T> begin(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    try {
      threads.execute(transfer::runInPool);
    } catch (RejectedExecutionException e) {
      throw new InvalidRequestException("the store is closed", null, e);
    }
    return transfer;
  }

  /**
   * Runs an action in this thread and returns it as a completed transfer. Its {@link
   * Transfer#finish} throws the action's exception.
   */
  static <T> Transfer<T> here(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    transfer.runHere();
    return transfer;
  }

  /**
   * Runs actions concurrently and waits for them. Throws the first failure, with other failures
   * suppressed. After a failure, actions that have not begun do not start. On return, no action is
   * running.
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
    Throwable failure = null;
    for (Transfer<Boolean> transfer : transfers) {
      if (failure != null && transfer.cancel()) {
        continue;
      }
      try {
        transfer.finish();
      } catch (RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /**
   * Waits before a retry.
   *
   * @param millis the delay in milliseconds
   */
  static void pause(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  /** Ends the threads. Actions that have not begun run in the threads that wait for them. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
