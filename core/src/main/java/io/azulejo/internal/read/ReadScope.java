package io.azulejo.internal.read;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What one read works with: files, threads, memory. All that a read does goes through it, so that
 * it is counted, and stopped, in one place.
 */
public final class ReadScope {
  /** No batch is made larger than this, however large the budget: larger ones gain nothing. */
  private static final long LARGEST_BATCH = 64L << 20;

  private static final long SMALLEST_BATCH = 1L << 12;

  private final Tasks tasks;
  private final Workers workers;
  private final MemoryBudget budget;
  private final TileFetcher fetcher;
  private final long batchBytes;

  /** A read of what lies in a store. */
  public ReadScope(Storage storage, Tasks tasks, Workers workers, MemoryBudget budget) {
    this(
        storage,
        tasks,
        workers,
        budget,
        Math.max(SMALLEST_BATCH, Math.min(LARGEST_BATCH, budget.capacity() / 4)));
  }

  /** A read that makes batches of so many bytes at the most. */
  ReadScope(Storage storage, Tasks tasks, Workers workers, MemoryBudget budget, long batchBytes) {
    this.tasks = tasks;
    this.workers = workers;
    this.budget = budget;
    this.fetcher = new TileFetcher(storage, this);
    this.batchBytes = batchBytes;
  }

  /** Computes something for each item, many at a time. */
  <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.compute(items, function);
  }

  /** Reads something for each item, many at a time. */
  <T, R> List<R> io(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.io(items, function);
  }

  /** Reads something for each number from 0, many at a time. */
  <R> List<R> io(int count, IntFunction<R> function) {
    return io(IntStream.range(0, count).boxed().toList(), function::apply);
  }

  /** Does something with a worker that nobody else uses meanwhile. */
  void with(Consumer<Workers.Worker> action) {
    workers.with(action);
  }

  /** Gives parts of tiles their bytes. */
  void fetch(List<TilePart> wanted) {
    fetcher.fetch(wanted);
  }

  /** Takes bytes for a step. */
  MemoryBudget.Lease lease(long bytes) {
    return budget.lease(bytes);
  }

  /** The bytes of the largest batch, and of what a step may take besides. */
  long batchBytes() {
    return batchBytes;
  }

  /** The bytes of the whole budget. */
  long budget() {
    return budget.capacity();
  }

  /** The threads, to open other arrays with. */
  Tasks tasks() {
    return tasks;
  }
}
