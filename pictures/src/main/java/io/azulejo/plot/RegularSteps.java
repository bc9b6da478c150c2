package io.azulejo.plot;

import java.util.Arrays;

/**
 * Finds the step of floating-point numbers: all are multiples of it, counted from the least one.
 */
final class RegularSteps {
  private static final int MAX = 1 << 14;
  private static final int SLOTS = MAX * 2;

  /**
   * The maximum number of steps between the least and the greatest number. With more, the step does
   * not matter, because all bins hold about the same number of steps.
   */
  private static final double MAX_STEPS = 1e7;

  private static final double TOLERANCE = 0.05;

  private long[] slots = new long[SLOTS];
  private int size;
  private boolean zero;

  /** Adds a finite number. */
  void add(double value) {
    if (slots == null) {
      return;
    }
    long bits = Double.doubleToRawLongBits(value + 0.0);
    if (bits == 0) {
      zero = true;
      return;
    }
    int slot = (int) ((bits * 0x9E3779B97F4A7C15L) >>> 49) % SLOTS;
    while (slots[slot] != 0) {
      if (slots[slot] == bits) {
        return;
      }
      slot = (slot + 1) % SLOTS;
    }
    slots[slot] = bits;
    if (++size == MAX) {
      slots = null;
    }
  }

  /** Returns whether too many distinct numbers were added to find a step. */
  boolean hasTooManyNumbers() {
    return slots == null;
  }

  /** Returns the step, or 0 if there is none. */
  double step() {
    if (slots == null) {
      return 0;
    }
    double[] values =
        Arrays.stream(slots).filter(b -> b != 0).mapToDouble(Double::longBitsToDouble).toArray();
    if (zero) {
      values = Arrays.copyOf(values, values.length + 1);
    }
    if (values.length < 2) {
      return 0;
    }
    Arrays.sort(values);
    double low = values[0];
    double span = values[values.length - 1] - low;
    double least = span;
    for (int i = 1; i < values.length; i++) {
      least = Math.min(least, values[i] - values[i - 1]);
    }
    double count = Math.rint(span / least);
    if (!(count >= 1 && count <= MAX_STEPS)) {
      return 0;
    }
    // The span gives a more precise step than a single distance, because numbers are rounded.
    double step = span / count;
    for (double value : values) {
      double at = (value - low) / step;
      if (Math.abs(at - Math.rint(at)) > TOLERANCE) {
        return 0;
      }
    }
    return step;
  }
}
