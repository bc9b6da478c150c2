package io.azulejo.query;

/**
 * Listens to the progress of long work. The working threads call it, so it must return quickly and
 * must not throw.
 */
@FunctionalInterface
public interface Progress {
  /** Ignores all progress. */
  Progress NONE = (done, total) -> {};

  /**
   * Reports progress. Called by one thread at a time, but not always the same thread.
   *
   * @param done the amount of finished work
   * @param total the total amount in the same unit (bytes of files if known); -1 if unknown
   */
  void advanced(long done, long total);
}
