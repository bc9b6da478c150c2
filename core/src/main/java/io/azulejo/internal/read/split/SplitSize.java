package io.azulejo.internal.read.split;

import io.azulejo.query.SplitOptions;

/** How large parts are to be. */
final class SplitSize {
  private SplitSize() {}

  /** The bytes of a part, of so many bytes in all. */
  static double target(double bytes, SplitOptions options) {
    double least = Math.ceil(bytes / options.maximum());
    return Math.max(1, Math.max(least, Math.min(options.targetBytes(), bytes / options.minimum())));
  }

  /** In how many parts so many bytes are to be cut. */
  static double parts(double bytes, double target) {
    return Math.max(1, Math.ceil(bytes / target - 1e-9));
  }

  /**
   * How many of at most so many parts are for the first of two halves.
   *
   * @param most at least 2
   * @param share the part of all bytes that is in it, 0 to 1
   */
  static int first(int most, double share) {
    return (int) Math.max(1, Math.min(most - 1, Math.round(most * share)));
  }
}
