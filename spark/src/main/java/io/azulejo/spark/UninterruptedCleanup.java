package io.azulejo.spark;

/** Runs cleanup actions in threads that Spark may interrupt to cancel a job. */
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
