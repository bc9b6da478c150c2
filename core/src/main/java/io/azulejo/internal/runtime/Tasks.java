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
 * The threads of an engine: one pool for computing, one for reading and writing files, one for
 * requests that wait for a network, and drivers for callers that do not wait themselves; all are
 * daemon threads that start when they are needed.
 *
 * <p>Only a driver waits, the thread that a user called in or one of {@link #drive}; and while it
 * does, it works on its own items itself. With pools of no threads everything is done by the
 * driver, item after item. Work that is given out from within a pool is done there and then, so
 * that no pool thread ever waits for another.
 */
public final class Tasks implements AutoCloseable {
  /** How many requests may wait for a network at a time. */
  private static final int REQUESTS = 64;

  private static final long IDLE_SECONDS = 10;

  private final Pool computing;
  private final Pool reading;
  private final Pool requesting;
  private final ThreadPoolExecutor drivers;
  private volatile boolean closed;

  /**
   * Pools of threads.
   *
   * @param computeThreads threads for computing besides the driver, 0 or more
   * @param ioThreads threads for files besides the driver, 0 or more; if 0, there are none for
   *     requests either
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
   * Computes something for each item, many at a time. The first failure stops the rest and is
   * thrown again, failures at the same time suppressed in it.
   *
   * @return the results in the order of the items
   * @throws CancellationException if the thread is interrupted
   * @throws InvalidRequestException if the engine is closed
   */
  public <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(computing, Integer.MAX_VALUE, items, function, true).await();
  }

  /** As {@link #compute}, for work that reads or writes files. */
  public <T, R> List<R> io(List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(reading, Integer.MAX_VALUE, items, function, true).await();
  }

  /**
   * As {@link #io(List, Function)}, for a store that may wait for a network.
   *
   * @param requests how many may wait at a time, {@value #REQUESTS} at the most, in threads of
   *     their own; 0 for a store that does not wait
   */
  public <T, R> List<R> io(int requests, List<T> items, Function<? super T, ? extends R> function) {
    return this.<T, R>begin(pool(requests), most(requests), items, function, true).await();
  }

  /** As {@link #io(int, List, Function)}, but does not wait for it. */
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
   * Has some work driven by a thread of the engine, which may wait: nobody waits for it but those
   * who ask the future.
   *
   * @param stop ends the work early; is called when the future is completed, by whomever
   * @return what the work gives, or throws; its cancellation as an exception for callers
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
   * Has some work driven by a thread of the engine, which is interrupted when the future is
   * completed by others; see {@link DrivenWork}.
   *
   * @return what the work gives, or throws; its cancellation as an exception for callers
   * @throws InvalidRequestException if the engine is closed
   */
  public <T> CompletableFuture<T> drive(Function<? super DrivenWork, ? extends T> work) {
    DrivenWork driven = new DrivenWork(() -> closed);
    return drive(() -> driven.run(work), driven::cancel);
  }

  private static <T> void drive(Supplier<? extends T> work, CompletableFuture<T> future) {
    T result;
    try {
      result = Cancellation.atDoor(work);
    } catch (Throwable e) {
      future.completeExceptionally(e);
      return;
    }
    future.complete(result);
  }

  /** How many items are computed at a time at the most, by the driver and the threads. */
  public int width() {
    return computing.threads + 1;
  }

  /** Whether anything is done by other threads than the driver. */
  public boolean hasThreads() {
    return computing.threads > 0;
  }

  /** Stops the threads when they are done with the items at hand. */
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
        throw new InvalidRequestException("a pool of " + threads + " threads: give 0 or more");
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

    /** Sets at most so many threads to work on this. */
    void help(Pending<?> pending, int max) {
      for (int i = Math.min(max, threads); i > 0; i--) {
        executor.execute(() -> help(pending));
      }
    }

    /** Item after item while nobody else wants the thread, then at the end of the queue. */
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
