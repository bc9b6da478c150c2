package io.azulejo.internal.read.aggregate;

import java.math.BigDecimal;

/**
 * Intervals of floating-point numbers whose bounds are multiples of a decimal number. With a width
 * of 0.1, the intervals start at 0.1, 0.2, 0.3, each rounded to the nearest double. Immutable.
 */
final class DecimalIntervals {
  /** Exponent of the largest power of ten that a double represents exactly. */
  private static final int MAX_SCALE = 22;

  /** Number of bits of the integers that a double represents exactly. */
  private static final int PRECISION = 53;

  /** Largest integer up to which a double represents all integers exactly. */
  private static final double MAX_EXACT = 1L << PRECISION;

  private final double width;
  private final boolean floats;

  /**
   * Numerator of the width as a fraction of two exact integers. If the width cannot be written so,
   * this is the width itself, and the denominator is 1.
   */
  private final double numerator;

  private final double denominator;

  /**
   * Creates intervals that start at 0 and extend in both directions.
   *
   * @param width the width, finite and positive
   * @param floats whether values have 32 bits; if so, bounds are rounded to 32 bits before they are
   *     compared with values
   */
  DecimalIntervals(double width, boolean floats) {
    this.width = width;
    this.floats = floats;
    BigDecimal decimal = BigDecimal.valueOf(width).stripTrailingZeros();
    boolean exact =
        decimal.scale() >= 0
            && decimal.scale() <= MAX_SCALE
            && decimal.unscaledValue().bitLength() <= PRECISION;
    numerator = exact ? decimal.unscaledValue().doubleValue() : width;
    denominator = exact ? BigDecimal.ONE.scaleByPowerOfTen(decimal.scale()).doubleValue() : 1;
  }

  /**
   * Returns the lower bound of the interval that contains a value. NaN and infinities are returned
   * unchanged.
   */
  double low(double value) {
    double number = Math.floor(value / width);
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return value;
    }
    if (begins(number + 1) <= value) {
      number++;
    } else if (begins(number) > value) {
      number--;
    }
    return end(number) + 0.0;
  }

  /**
   * Returns the smallest value in an interval.
   *
   * @param number the index of the interval; interval 0 starts at 0
   */
  private double begins(double number) {
    double end = end(number);
    return floats ? (float) end : end;
  }

  /**
   * Returns the lower bound of an interval. It is rounded only once if the numerator of the
   * multiple is exact.
   */
  private double end(double number) {
    double multiple = number * numerator;
    return Math.abs(multiple) <= MAX_EXACT ? multiple / denominator : number * width;
  }
}
