package io.azulejo.query;

/** Is told how far long work is, by the thread that does it; quick and without failure. */
@FunctionalInterface
public interface Progress {
  /** Nobody. */
  Progress NONE = (done, total) -> {};

  /**
   * Some more is done.
   *
   * @param done how much
   * @param total of how much, in the same unit (bytes of files where it is known); -1 where it is
   *     not known
   */
  void advanced(long done, long total);
}
