package io.azulejo.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** Measures the peak heap usage, including garbage. */
final class PeakHeap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private PeakHeap() {}

  /**
   * Starts a measurement, without collecting garbage: regrowth of a smaller heap would be timed.
   */
  static void reset() {
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /**
   * Returns the sum of the peaks of all heap regions in bytes, regardless of when they occurred.
   */
  static long bytes() {
    return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}
