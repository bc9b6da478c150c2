package io.azulejo.internal.runtime;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that wait for a remote store, so that several requests are underway at a time. Whoever
 * waits for one that has not begun sends it by himself: so a thread of these may wait for others of
 * them, and nothing waits for ever.
 */
public final class Transfers implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  /**
   * Threads that end when nothing is to be done for a while.
   *
   * @param store what they are named after
   * @param parallel how many there are at the most
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

  /** Begins something in the background, to be given to {@link #finish}. */
  public <T> FutureTask<T> begin(Callable<T> act) {
    FutureTask<T> task = new FutureTask<>(act);
    try {
      threads.execute(task);
    } catch (java.util.concurrent.RejectedExecutionException e) {
      throw new IllegalStateException("the store is closed", e);
    }
    return task;
  }

  /** What came of it; throws what it threw. */
  public static <T> T finish(FutureTask<T> task) {
    task.run();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      task.cancel(true);
      throw new StorageException("interrupted while waiting for the store", null, e, true);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AzulejoException known) {
        throw known;
      }
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new StorageException("the store failed", null, e.getCause(), false);
    }
  }

  /** Does all at the same time; waits for each, and throws what the first one threw. */
  public void all(List<? extends Runnable> acts) {
    if (acts.size() == 1) {
      acts.get(0).run();
      return;
    }
    List<FutureTask<Boolean>> tasks = new ArrayList<>();
    for (Runnable act : acts) {
      tasks.add(
          begin(
              () -> {
                act.run();
                return true;
              }));
    }
    RuntimeException failure = null;
    for (FutureTask<Boolean> task : tasks) {
      try {
        finish(task);
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

  /** Ends the threads; what has not begun is not done. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
