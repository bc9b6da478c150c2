package io.azulejo.internal.write.fragment;

/**
 * The minimum, the maximum and the sum of floating-point numbers as they come, added up one after
 * another: the sum is that of the reference engine to the last bit. NaN is no bound; as sum it
 * stays.
 */
final class FloatingPointSummary {
  /** Sums below this are not near a limit, whatever was added last. */
  private static final double NEAR_THE_LIMIT = Double.MAX_VALUE / 4;

  private final boolean sums;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private double sum;
  private boolean full;

  /** Nothing yet; the sum stays 0 if it is not wanted. */
  FloatingPointSummary(boolean sums) {
    this.sums = sums;
  }

  /** Begins a run of cells: a sum that stopped at a limit goes on from there. */
  void beginRun() {
    full = false;
  }

  /** Adds the first values of an array. */
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

  /** Whether a sum stops at the maximum of the type, by the rule of the reference engine. */
  static boolean isBeyond(double sum, double value) {
    return (sum < 0) == (value < 0) && Math.abs(sum) > Double.MAX_VALUE - Math.abs(value);
  }

  /** The minimum; NaN where there is none. */
  double min() {
    return max < min ? Double.NaN : min;
  }

  /** The maximum; NaN where there is none. */
  double max() {
    return max < min ? Double.NaN : max;
  }

  /** The sum. */
  double sum() {
    return sum;
  }
}
