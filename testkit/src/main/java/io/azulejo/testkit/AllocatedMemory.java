package io.azulejo.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The memory that threads take, whether or not it was freed since. */
public final class AllocatedMemory {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedMemory() {}

  /** Returns the bytes that the current thread has taken so far. */
  public static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
