package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Progress;

/**
 * What one write works with besides the array's store: threads, memory, and who wants to know.
 *
 * @param tasks the threads
 * @param scratchPool the scratch memory of tasks
 * @param budget the memory that all reads and writes together may hold
 * @param spillFiles where cells wait that the memory has no room for
 * @param progress called with the bytes of cells that were encoded and written to files
 */
public record WriteScope(
    Tasks tasks,
    ScratchPool scratchPool,
    MemoryBudget budget,
    SpillFiles spillFiles,
    Progress progress) {
  /** A group of tiles on its way is not made larger than this, however large the budget. */
  private static final long LARGEST_GROUP = 32L << 20;

  private static final long SMALLEST_GROUP = 1L << 16;
  private static final long SMALLEST_HELD = 1L << 12;

  /** The bytes of cells that are encoded together; as many may be on their way to files. */
  public long groupBytes() {
    return Math.max(SMALLEST_GROUP, Math.min(LARGEST_GROUP, budget.capacity() / 8));
  }

  /** The bytes of cells that may wait in memory for others of their tiles. */
  public long heldBytes() {
    return Math.max(SMALLEST_HELD, budget.capacity() / 4);
  }
}
