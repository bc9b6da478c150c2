package io.azulejo.internal.read.split;

import io.azulejo.query.SplitOptions;

/** Computes the sizes of parts. */
final class SplitSize {
  private SplitSize() {}

  /**
   * Returns the target size of a part in bytes.
   *
   * @param bytes the total size of the read
   */
  static double target(double bytes, SplitOptions options) {
    double least = Math.ceil(bytes / options.maximum());
    return Math.max(1, Math.max(least, Math.min(options.targetBytes(), bytes / options.minimum())));
  }

  /**
   * Returns the number of parts for a total size.
   *
   * @param bytes the total size
   * @param target the target size of a part, in bytes
   */
  static double parts(double bytes, double target) {
    return Math.max(1, Math.ceil(bytes / target - 1e-9));
  }

  /**
   * Returns how many of the parts the first of two halves may use.
   *
   * @param most the maximum number of parts in both halves, at least 2
   * @param share the first half's fraction of the bytes, from 0 to 1
   */
  static int first(int most, double share) {
    return (int) Math.max(1, Math.min(most - 1, Math.round(most * share)));
  }
}
