package io.azulejo.query;

/**
 * Listens to the progress of long work. It is called by the threads that do the work: it has to
 * return quickly, and must not throw.
 */
@FunctionalInterface
public interface Progress {
  /** Ignores all progress. */
  Progress NONE = (done, total) -> {};

  /**
   * Some more is done. Called by one thread at a time, not always the same one.
   *
   * @param done how much
   * @param total of how much, in the same unit (bytes of files where it is known); -1 where it is
   *     not known
   */
  void advanced(long done, long total);
}
