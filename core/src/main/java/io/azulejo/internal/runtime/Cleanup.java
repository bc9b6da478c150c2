package io.azulejo.internal.runtime;

import java.util.List;

/** Takes steps of which none depends on another: closing files, deleting what is given up. */
public final class Cleanup {
  private Cleanup() {}

  /**
   * Takes all steps in order, whether others fail or not.
   *
   * @throws RuntimeException the last failure, with those before it suppressed
   */
  public static void runAll(List<Runnable> steps) {
    RuntimeException failure = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
