package io.azulejo.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** Measures the peak heap usage of the process, including garbage. */
final class PeakHeap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private PeakHeap() {}

  /**
   * Starts a measurement. Does not collect garbage, because the heap could shrink and its regrowth
   * would be timed.
   */
  static void reset() {
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /**
   * Returns the sum of the peak usages of all heap pools since the last {@link #reset}, in bytes.
   * The peaks may have occurred at different times.
   */
  static long bytes() {
    return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}
