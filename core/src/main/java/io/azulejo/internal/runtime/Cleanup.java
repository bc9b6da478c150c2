package io.azulejo.internal.runtime;

import java.util.List;

/** Runs independent cleanup steps, such as closing files or deleting incomplete files. */
public final class Cleanup {
  private Cleanup() {}

  /**
   * Runs all steps in order, even if some of them fail.
   *
   * @throws RuntimeException the last failure, with the earlier failures suppressed
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
