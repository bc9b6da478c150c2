package io.azulejo.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** The most bytes of the heap that were in use at a time, garbage among them. */
final class PeakHeap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private PeakHeap() {}

  /** Looks from now on. Collects no garbage, as the heap might shrink, and its growth be timed. */
  static void reset() {
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** What it came to since: of each part of the heap the most, whenever that was. */
  static long bytes() {
    return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}
