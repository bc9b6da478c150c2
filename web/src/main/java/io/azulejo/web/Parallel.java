package io.azulejo.web;

import io.azulejo.error.StorageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Does several things at a time, no more of them than a server should be asked for. */
final class Parallel implements AutoCloseable {
  private final ExecutorService threads = HttpRequests.daemons("azulejo-http-range");
  private final Semaphore permits;

  /** For so many at a time, of all callers together. */
  Parallel(int max) {
    this.permits = new Semaphore(max);
  }

  /**
   * Does something with each item, a single one in the thread that calls. Whatever happens, nothing
   * is underway when it returns; after a failure, or when the caller is interrupted, nothing is
   * begun any more.
   */
  <T> void forEach(List<T> items, Consumer<T> act) {
    if (items.size() == 1) {
      act.accept(items.get(0));
      return;
    }
    Round<T> round = new Round<>(act);
    List<Future<?>> underway = new ArrayList<>();
    for (T item : items) {
      try {
        permits.acquire();
      } catch (InterruptedException e) {
        round.interrupt();
        break;
      }
      underway.add(threads.submit(() -> round.run(item)));
    }
    round.await(underway);
  }

  /** What one caller wants. */
  private final class Round<T> {
    private final Consumer<T> act;
    private final Set<Thread> running = new HashSet<>();
    private boolean ended;
    private boolean interrupted;

    Round(Consumer<T> act) {
      this.act = act;
    }

    void run(T item) {
      try {
        if (enter()) {
          act.accept(item);
        }
      } catch (RuntimeException | Error e) {
        end();
        throw e;
      } finally {
        leave();
        permits.release();
      }
    }

    private synchronized boolean enter() {
      return !ended && running.add(Thread.currentThread());
    }

    private synchronized void leave() {
      running.remove(Thread.currentThread());
      // An interruption was meant for this work, not for what the thread does next.
      Thread.interrupted();
    }

    private synchronized void end() {
      ended = true;
    }

    synchronized void interrupt() {
      ended = true;
      interrupted = true;
      running.forEach(Thread::interrupt);
    }

    void await(List<Future<?>> underway) {
      Throwable failure = null;
      for (Future<?> future : underway) {
        Throwable own = outcome(future);
        failure = failure == null ? own : failure;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
        throw new StorageException("interrupted while it was to read", null, failure, false);
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }

    private @org.jspecify.annotations.Nullable Throwable outcome(Future<?> future) {
      while (true) {
        try {
          future.get();
          return null;
        } catch (ExecutionException e) {
          return e.getCause();
        } catch (InterruptedException e) {
          interrupt();
        }
      }
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
