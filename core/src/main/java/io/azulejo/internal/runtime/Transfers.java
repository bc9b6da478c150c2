package io.azulejo.internal.runtime;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

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

  /** Begins something in the background, to be finished or cancelled. */
  public <T> Transfer<T> begin(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    try {
      threads.execute(transfer::runInPool);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the store is closed", e);
    }
    return transfer;
  }

  /** Does something in this thread, to be finished as what was begun in the background. */
  public static <T> Transfer<T> here(Supplier<? extends T> act) {
    Transfer<T> transfer = new Transfer<>(act);
    transfer.runHere();
    return transfer;
  }

  /**
   * Does all at the same time; waits for each, and throws what the first one threw, after which no
   * other is begun. When this returns, normally or not, none is underway any more.
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

  /** Ends the threads; what has not begun is done by who waits for it, if anybody does. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
