package io.azulejo.text.work;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A pool of daemon threads that help the thread that reads a file. It has one thread fewer than
 * there are processors. Threads start on demand and end after 10 idle seconds. Only one thread may
 * call {@link #compute} at a time.
 */
public final class Workers implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final int count = Runtime.getRuntime().availableProcessors() - 1;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          Math.max(1, count),
          Math.max(1, count),
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Workers::daemon);

  /** Creates a pool without starting threads. */
  public Workers() {
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "azulejo-text");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Applies a function to each item, in the threads of the pool and in the calling thread. When
   * this method returns or throws, no call of the function is still running. If a call fails, the
   * exception of the first failed item is rethrown.
   *
   * @return the results in the order of the items
   * @throws CancellationException if the calling thread is interrupted; its interrupt status stays
   *     set
   */
  public <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    List<FutureTask<R>> tasks = new ArrayList<>();
    for (T item : items) {
      tasks.add(new FutureTask<>(() -> function.apply(item)));
    }
    tasks.stream().skip(1).filter(task -> count > 0).forEach(threads::execute);
    // This does not run a task again that another thread has started.
    tasks.forEach(FutureTask::run);
    List<R> results = new ArrayList<>();
    Throwable failure = null;
    boolean interrupted = Thread.interrupted();
    for (FutureTask<R> task : tasks) {
      boolean ended = false;
      while (!ended) {
        try {
          results.add(task.get());
          ended = true;
        } catch (ExecutionException e) {
          failure = failure == null ? e.getCause() : failure;
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the thread was interrupted");
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    return results;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
