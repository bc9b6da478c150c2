package io.azulejo.spark;

/** Runs cleanup in threads that Spark interrupts when it cancels jobs. */
final class UninterruptedCleanup {
  private UninterruptedCleanup() {}

  /** Runs an action with the thread's interrupt flag cleared, and restores the flag afterwards. */
  static void run(Runnable removal) {
    boolean interrupted = Thread.interrupted();
    try {
      removal.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
