package io.azulejo.internal.snapshot;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Progress;

/**
 * Resources that an engine lends to an operation on an array, and the progress listener of the
 * operation. Immutable.
 *
 * @param tasks runs concurrent tasks
 * @param scratchPool the scratch memory of tasks
 * @param budget the memory limit of all reads and writes together
 * @param spillFiles temporary files for cells that do not fit the budget
 * @param progress called with the progress of the operation; for writes, with the bytes of cells
 *     that were encoded and written to files
 */
public record Resources(
    Tasks tasks,
    ScratchPool scratchPool,
    MemoryBudget budget,
    SpillFiles spillFiles,
    Progress progress) {
  private static final long LARGEST_GROUP = 32L << 20;
  private static final long SMALLEST_GROUP = 1L << 16;
  private static final long SMALLEST_HELD = 1L << 12;

  /** Returns these resources with another listener. */
  public Resources withProgress(Progress listener) {
    return new Resources(tasks, scratchPool, budget, spillFiles, listener);
  }

  /** Returns these resources with another memory budget. */
  public Resources withBudget(MemoryBudget other) {
    return new Resources(tasks, scratchPool, other, spillFiles, progress);
  }

  /**
   * Returns the number of bytes of cells that a write encodes together. Up to the same number of
   * encoded bytes may wait to be written to files.
   */
  public long groupBytes() {
    return Math.max(SMALLEST_GROUP, Math.min(LARGEST_GROUP, budget.capacity() / 8));
  }

  /**
   * Returns the maximum batch size in bytes for one of several concurrent reads, each of which
   * prefetches one batch.
   *
   * @param parts a batch takes at most this fraction (1 / parts) of the memory budget, but at least
   *     a fixed minimum
   */
  public long batchBytes(int parts) {
    return Math.max(SMALLEST_HELD, Math.min(LARGEST_GROUP, budget.capacity() / parts));
  }

  /**
   * Returns the maximum number of bytes of cells that a write may hold until their tiles are
   * complete.
   */
  public long heldBytes() {
    return Math.max(SMALLEST_HELD, budget.capacity() / 4);
  }
}
