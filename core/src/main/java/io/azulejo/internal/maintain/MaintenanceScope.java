package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.write.fragment.WriteScope;
import io.azulejo.query.Progress;
import io.azulejo.storage.Storage;

/**
 * The resources of work on an array, besides its store.
 *
 * @param tasks the threads
 * @param scratchPool the scratch memory of tasks
 * @param budget the memory that all reads and writes together may hold
 * @param spillFiles where cells wait that the memory has no room for
 * @param progress called with the progress of the work
 */
public record MaintenanceScope(
    Tasks tasks,
    ScratchPool scratchPool,
    MemoryBudget budget,
    SpillFiles spillFiles,
    Progress progress) {
  private static final long SMALLEST_BATCH = 1L << 12;
  private static final long LARGEST_BATCH = 32L << 20;

  /** The scope of a read from a store. */
  public ReadScope reading(Storage storage) {
    return new ReadScope(storage, tasks, scratchPool, budget);
  }

  /**
   * The scope of one of several concurrent reads, each of which reads a batch ahead.
   *
   * @param parts a batch may take one part in so many of the memory
   */
  public ReadScope reading(Storage storage, int parts) {
    long bytes = Math.max(SMALLEST_BATCH, Math.min(LARGEST_BATCH, budget.capacity() / parts));
    return new ReadScope(storage, tasks, scratchPool, budget, bytes);
  }

  /** The scope of a write that reports its progress to a listener of its own. */
  public WriteScope writing(Progress listener) {
    return new WriteScope(tasks, scratchPool, budget, spillFiles, listener);
  }

  /** The same with another listener. */
  public MaintenanceScope withProgress(Progress listener) {
    return new MaintenanceScope(tasks, scratchPool, budget, spillFiles, listener);
  }
}
