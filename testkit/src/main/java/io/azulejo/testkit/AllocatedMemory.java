package io.azulejo.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the memory that threads allocate, including memory freed since. */
public final class AllocatedMemory {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedMemory() {}

  /** Returns the number of bytes that the current thread has allocated so far. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
