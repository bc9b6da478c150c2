package io.azulejo.internal.read.aggregate;

import java.math.BigDecimal;

/**
 * Intervals of floating-point numbers whose ends are the multiples of a decimal: with a width of
 * 0.1 they begin with 0.1, 0.2, 0.3, each the nearest double. Immutable.
 */
final class DecimalIntervals {
  /** The powers of ten up to here are doubles. */
  private static final int MAX_SCALE = 22;

  /** Integers of so many bits are doubles. */
  private static final int PRECISION = 53;

  /** The integers up to here are doubles. */
  private static final double MAX_EXACT = 1L << PRECISION;

  private final double width;
  private final boolean floats;

  /** The width as a fraction of integers that are doubles; the width itself by 1 where none is. */
  private final double numerator;

  private final double denominator;

  /**
   * Intervals from 0 on, upwards and downwards.
   *
   * @param width finite and more than 0
   * @param floats whether values are of 32 bits: then the ends are rounded so before they are
   *     compared with them
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

  /** The lower end of the interval that a value lies in; of NaN and infinity the value itself. */
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

  /** The least value of an interval. */
  private double begins(double number) {
    double end = end(number);
    return floats ? (float) end : end;
  }

  /** The lower end of an interval: rounded once where its numerator is a double. */
  private double end(double number) {
    double multiple = number * numerator;
    return Math.abs(multiple) <= MAX_EXACT ? multiple / denominator : number * width;
  }
}
