package io.azulejo.cli.terminal;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts the working thread when a signal such as SIGINT ends the process. The process then
 * waits for up to ten seconds so that the work can be rolled back.
 */
public final class Interruption {
  /** Maximum time to wait for the work to end, in seconds. */
  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;

  private Interruption(Thread worker) {
    hook =
        new Thread(
            () -> {
              worker.interrupt();
              try {
                ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "azulejo-interruption");
  }

  /** Work that can be interrupted and has no result. */
  public interface Work {
    /** Runs the work. It should stop soon after its thread is interrupted. */
    void run() throws IOException;
  }

  /** Work that can be interrupted and returns a result. */
  public interface Task<T> {
    /**
     * Runs the work and returns its result. It should stop soon after its thread is interrupted.
     */
    T run() throws IOException;
  }

  /** Runs work in the calling thread, which is interrupted if a signal ends the process. */
  public static void during(Work work) throws IOException {
    during(
        () -> {
          work.run();
          return null;
        });
  }

  /**
   * Runs work in the calling thread, which is interrupted if a signal ends the process, and returns
   * the result.
   */
  public static <T> T during(Task<T> task) throws IOException {
    Interruption interruption = new Interruption(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    try {
      return task.run();
    } finally {
      interruption.end();
    }
  }

  private void end() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is already shutting down and runs the hook.
      return;
    }
  }
}
