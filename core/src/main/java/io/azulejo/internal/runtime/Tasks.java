package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The threads of an engine. There are pools for computation, for file I/O, and for requests that
 * wait for a network. Driver threads run work for callers that do not wait. All threads are daemon
 * threads and start on demand.
 *
 * <p>Only drivers wait. A driver is the user's calling thread or a thread of {@link #drive}. While
 * it waits, it processes items of its own work. If the pools have no threads, the driver processes
 * all items in order. Work submitted by a pool thread runs in that thread, so pool threads never
 * wait for each other.
 */
public final class Tasks implements AutoCloseable {
  /** Maximum number of concurrent network requests. */
  private static final int REQUESTS = 64;

  private static final long IDLE_SECONDS = 10;

  private final Pool computing;
  private final Pool reading;
  private final Pool requesting;
  private final ThreadPoolExecutor drivers;
  private volatile boolean closed;

  /**
   * Creates the pools.
   *
   * @param computeThreads number of compute threads in addition to the driver, at least 0
   * @param ioThreads number of file I/O threads in addition to the driver, at least 0; 0 also
   *     disables request threads
   * @throws InvalidRequestException if a number is negative
   */
  public Tasks(int computeThreads, int ioThreads) {
    this.computing = new Pool("azulejo-compute-", computeThreads);
    this.reading = new Pool("azulejo-io-", ioThreads);
    this.requesting = new Pool("azulejo-request-", ioThreads == 0 ? 0 : REQUESTS);
    AtomicInteger number = new AtomicInteger();
    this.drivers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> daemon(new Thread(work, "azulejo-driver-" + number.incrementAndGet())));
  }

  private static Thread daemon(Thread thread) {
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Applies a function to all items concurrently and waits for the results. After a failure, items
   * that have not begun are skipped. The failure is thrown, with concurrent failures suppressed.
   *
   * @return the results in item order
   * @throws CancellationException if the thread is interrupted or the engine is closed
   */
  public <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(computing, Integer.MAX_VALUE, items, function, true).await();
  }

  /** Works like {@link #compute}, but for a function that reads or writes files. */
  public <T, R> List<R> io(List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(reading, Integer.MAX_VALUE, items, function, true).await();
  }

  /**
   * Works like {@link #io(List, Function)}, but for a store that may wait for a network.
   *
   * @param requests maximum number of concurrent requests, which run in request threads, capped at
   *     {@value #REQUESTS}; 0 for a store that does not wait
   */
  public <T, R> List<R> io(int requests, List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(pool(requests), most(requests), items, function, true).await();
  }

  /**
   * Starts the work of {@link #io(int, List, Function)} without waiting for it. The caller must
   * await or cancel the result.
   */
  public <T, R> Pending<R> beginIo(
      int requests, List<T> items, Function<? super T, ? extends R> function) {
    return begin(pool(requests), most(requests), items, function, false);
  }

  private Pool pool(int requests) {
    return requests > 0 ? requesting : reading;
  }

  private static int most(int requests) {
    return requests > 0 ? requests : Integer.MAX_VALUE;
  }

  private <T, R> Pending<R> begin(
      Pool pool,
      int most,
      List<T> items,
      Function<? super T, ? extends R> function,
      boolean driverHelps) {
    if (closed) {
      throw new Cancellation.Closed();
    }
    Pending<R> pending = new Pending<>(items, function, () -> closed);
    if (!(Thread.currentThread() instanceof Worker)) {
      pool.help(pending, Math.min(most, items.size()) - (driverHelps ? 1 : 0));
    }
    return pending;
  }

  /**
   * Runs work in a driver thread, which may wait. The caller waits only if it queries the future.
   *
   * @param stop ends the work early; called whenever the future is completed
   * @return a future with the result or exception of the work; cancellations are converted to
   *     exceptions for callers
   * @throws InvalidRequestException if the engine is closed
   */
  public <T> CompletableFuture<T> drive(Supplier<? extends T> work, Runnable stop) {
    CompletableFuture<T> future = new CompletableFuture<>();
    future.whenComplete((result, failure) -> stop.run());
    try {
      drivers.execute(() -> drive(work, future));
    } catch (RejectedExecutionException e) {
      throw new InvalidRequestException("the engine is closed", null, e);
    }
    return future;
  }

  /**
   * Runs work in a driver thread, which is interrupted if the caller completes the future. See
   * {@link DrivenWork}.
   *
   * @return a future with the result or exception of the work; cancellations are converted to
   *     exceptions for callers
   * @throws InvalidRequestException if the engine is closed
   */
  public <T> CompletableFuture<T> drive(Function<? super DrivenWork, ? extends T> work) {
    DrivenWork driven = new DrivenWork(() -> closed);
    return drive(() -> driven.run(work), driven::cancel);
  }

  private static <T> void drive(Supplier<? extends T> work, CompletableFuture<T> future) {
    T result;
    try {
      result = Cancellation.translate(work);
    } catch (Throwable e) {
      future.completeExceptionally(e);
      return;
    }
    future.complete(result);
  }

  /**
   * Returns the maximum number of items that are computed concurrently, including one in the
   * driver.
   */
  public int width() {
    return computing.threads + 1;
  }

  /** Returns whether there are compute threads in addition to the driver. */
  public boolean hasThreads() {
    return computing.threads > 0;
  }

  /** Ends the threads after their current items. Later work fails. */
  @Override
  public void close() {
    closed = true;
    computing.close();
    reading.close();
    requesting.close();
    drivers.shutdown();
  }

  private static final class Worker extends Thread {
    Worker(Runnable work, String name) {
      super(work, name);
      daemon(this);
    }
  }

  private static final class Pool {
    private final int threads;
    private final ThreadPoolExecutor executor;

    Pool(String name, int threads) {
      if (threads < 0) {
        throw new InvalidRequestException(
            "pool size of " + threads + " threads is negative (minimum: 0)");
      }
      this.threads = threads;
      if (threads == 0) {
        executor = null;
        return;
      }
      AtomicInteger number = new AtomicInteger();
      executor =
          new ThreadPoolExecutor(
              threads,
              threads,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> new Worker(work, name + number.incrementAndGet()),
              new ThreadPoolExecutor.DiscardPolicy());
      executor.allowCoreThreadTimeOut(true);
    }

    /** Assigns up to {@code max} threads to the work. */
    void help(Pending<?> pending, int max) {
      for (int i = Math.min(max, threads); i > 0; i--) {
        executor.execute(() -> help(pending));
      }
    }

    /**
     * Processes items until there are none or other work is queued. In the second case, moves to
     * the end of the queue.
     */
    private void help(Pending<?> pending) {
      while (pending.runNext()) {
        if (!executor.getQueue().isEmpty()) {
          executor.execute(() -> help(pending));
          return;
        }
      }
    }

    void close() {
      if (executor != null) {
        executor.shutdown();
      }
    }
  }
}
