package io.azulejo.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Measures the heap memory that threads have allocated, including memory that has been freed since.
 */
public final class AllocatedMemory {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedMemory() {}

  /** Returns the number of bytes that the current thread has allocated since it started. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
