package io.azulejo.cli.terminal;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Has the signal that ends the process, such as that of control-C, interrupt the work first, so
 * that it can take back what it has not completed.
 */
public final class Interruption {
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

  /** Work that can be interrupted. */
  public interface Work {
    /** Does it. */
    void run() throws IOException;
  }

  /** Work that can be interrupted, and has a result. */
  public interface Task<T> {
    /** Does it. */
    T run() throws IOException;
  }

  /** Does work in the thread that calls. */
  public static void during(Work work) throws IOException {
    during(
        () -> {
          work.run();
          return null;
        });
  }

  /** Does work in the thread that calls, and returns its result. */
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
      // The process is ending already, and the hook has run.
      return;
    }
  }
}
