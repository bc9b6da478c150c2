package io.azulejo.spark;

/** What is removed by threads that Spark interrupts, as it does when it cancels jobs. */
final class UninterruptedCleanup {
  private UninterruptedCleanup() {}

  /** Does something as if the thread were not interrupted; it is again afterwards. */
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
