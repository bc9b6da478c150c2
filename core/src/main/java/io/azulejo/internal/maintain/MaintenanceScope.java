package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.write.fragment.WriteScope;
import io.azulejo.query.Progress;
import io.azulejo.storage.Storage;

/**
 * What work on an array has besides the array's store: threads, memory, and who wants to know.
 *
 * @param tasks the threads
 * @param scratchPool the scratch memory of tasks
 * @param budget the memory that all reads and writes together may hold
 * @param progress is told how far the work is
 */
public record MaintenanceScope(
    Tasks tasks, ScratchPool scratchPool, MemoryBudget budget, Progress progress) {
  private static final long SMALLEST_BATCH = 1L << 12;
  private static final long LARGEST_BATCH = 32L << 20;

  /** For a read from a store. */
  public ReadScope reading(Storage storage) {
    return new ReadScope(storage, tasks, scratchPool, budget);
  }

  /**
   * For one of several reads at a time, each of which is a batch ahead of what is done with it.
   *
   * @param parts the part of the memory, one of so many, that a batch may take
   */
  public ReadScope reading(Storage storage, int parts) {
    long bytes = Math.max(SMALLEST_BATCH, Math.min(LARGEST_BATCH, budget.capacity() / parts));
    return new ReadScope(storage, tasks, scratchPool, budget, bytes);
  }

  /** What a write works with, which reports its progress to {@code listener}. */
  WriteScope writing(Progress listener) {
    return new WriteScope(tasks, scratchPool, budget, listener);
  }
}
