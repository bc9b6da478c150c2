package io.azulejo.query;

/**
 * A listener for the progress of a long operation. The threads that do the work call it, so it must
 * return quickly and must not throw.
 */
@FunctionalInterface
public interface Progress {
  /** A listener that ignores all progress. */
  Progress NONE = (done, total) -> {};

  /**
   * Reports progress. Only one thread at a time calls this method, but it may be a different thread
   * each time.
   *
   * @param done the amount of work that is finished
   * @param total the total amount of work in the same unit, which is usually bytes of files; -1 if
   *     unknown
   */
  void advanced(long done, long total);
}
