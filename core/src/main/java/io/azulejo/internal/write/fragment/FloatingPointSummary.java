package io.azulejo.internal.write.fragment;

/**
 * Computes the minimum, maximum and sum of floating-point numbers. It adds the numbers in the order
 * given, as the reference engine does, so both sums are equal bit for bit. NaN is ignored in the
 * bounds but makes the sum NaN.
 */
final class FloatingPointSummary {
  /** Below this, a sum is far enough from the limits that the check for overflow can be skipped. */
  private static final double NEAR_THE_LIMIT = Double.MAX_VALUE / 4;

  private final boolean sums;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private double sum;
  private boolean full;

  /**
   * Creates an empty summary.
   *
   * @param sums whether to compute the sum; otherwise it stays 0
   */
  FloatingPointSummary(boolean sums) {
    this.sums = sums;
  }

  /** Begins a run of cells. A sum that stopped at a limit accepts values again. */
  void beginRun() {
    full = false;
  }

  /** Adds the first {@code count} values of an array. */
  void add(double[] values, int count) {
    double low = min;
    double high = max;
    double total = sum;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      total += value;
      if (value <= low) {
        low = value;
      }
      if (value >= high) {
        high = value;
      }
    }
    min = low;
    max = high;
    if (!sums || full) {
      return;
    }
    boolean far = Math.max(-low, high) * count + Math.abs(sum) < NEAR_THE_LIMIT;
    if (far && Math.max(low, -high) < NEAR_THE_LIMIT) {
      sum = total;
    } else {
      addCarefully(values, count);
    }
  }

  private void addCarefully(double[] values, int count) {
    for (int i = 0; i < count && !full; i++) {
      double next = sum + values[i];
      if (Math.abs(next) > NEAR_THE_LIMIT) {
        full = isBeyond(sum, values[i]);
        next = full ? Math.copySign(Double.MAX_VALUE, sum < 0 ? -1 : 1) : next;
      }
      sum = next;
    }
  }

  /**
   * Returns whether adding a value exceeds the limit of a double, by the rule of the reference
   * engine.
   */
  static boolean isBeyond(double sum, double value) {
    return (sum < 0) == (value < 0) && Math.abs(sum) > Double.MAX_VALUE - Math.abs(value);
  }

  /** Returns the minimum; NaN if there is none. */
  double min() {
    return max < min ? Double.NaN : min;
  }

  /** Returns the maximum; NaN if there is none. */
  double max() {
    return max < min ? Double.NaN : max;
  }

  /** Returns the sum. */
  double sum() {
    return sum;
  }
}
