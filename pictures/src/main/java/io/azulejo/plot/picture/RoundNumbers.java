package io.azulejo.plot.picture;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds easily readable numbers, which are multiples of 1, 2 or 5 times a power of ten, and formats
 * them.
 */
final class RoundNumbers {
  /** The least number that is written with an exponent if that is shorter. */
  private static final BigDecimal LARGE = new BigDecimal("1e9");

  private static final BigDecimal SMALL = new BigDecimal("1e-4");
  private static final int SHORT = 6;

  /** The precision of numbers that are not round. */
  static final MathContext DISPLAYED = new MathContext(3, RoundingMode.HALF_EVEN);

  private RoundNumbers() {}

  /**
   * Returns about {@code max} round numbers from low to high, inclusive. If low is not below high,
   * returns low.
   *
   * @param min the minimum distance between the numbers
   */
  static List<BigDecimal> between(BigDecimal low, BigDecimal high, int max, BigDecimal min) {
    List<BigDecimal> numbers = new ArrayList<>();
    if (low.compareTo(high) >= 0) {
      numbers.add(low);
      return numbers;
    }
    BigDecimal step =
        step(high.subtract(low).divide(BigDecimal.valueOf(max), MathContext.DECIMAL64)).max(min);
    BigDecimal number = low.divide(step, 0, RoundingMode.CEILING).multiply(step);
    for (; number.compareTo(high) <= 0; number = number.add(step)) {
      numbers.add(number);
    }
    return numbers;
  }

  /** Returns the least round step that is not below a positive number. */
  private static BigDecimal step(BigDecimal number) {
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(number.precision() - number.scale() - 1);
    for (int digit : new int[] {1, 2, 5}) {
      BigDecimal step = power.multiply(BigDecimal.valueOf(digit));
      if (step.compareTo(number) >= 0) {
        return step;
      }
    }
    return power.multiply(BigDecimal.TEN);
  }

  /** Returns labels for the adjacent numbers of an axis, all with or all without exponents. */
  static List<String> labels(List<BigDecimal> numbers) {
    BigDecimal max = BigDecimal.ZERO;
    int precision = 0;
    for (BigDecimal number : numbers) {
      max = max.max(number.abs());
      precision = Math.max(precision, number.stripTrailingZeros().precision());
    }
    boolean exponent =
        precision <= SHORT
            && (max.compareTo(LARGE) >= 0 || (max.signum() > 0 && max.compareTo(SMALL) < 0));
    List<String> labels = new ArrayList<>();
    for (BigDecimal number : numbers) {
      labels.add(exponent ? withExponent(number) : plain(number));
    }
    return labels;
  }

  /**
   * Formats a number with one digit before the point and an exponent, for example {@code 2.5e9}.
   */
  static String withExponent(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal bare = number.stripTrailingZeros();
    int power = bare.precision() - bare.scale() - 1;
    return bare.scaleByPowerOfTen(-power).toPlainString() + (power == 0 ? "" : "e" + power);
  }

  private static String plain(BigDecimal number) {
    String text = number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    int point = text.indexOf('.');
    int end = point < 0 ? text.length() : point;
    int start = text.startsWith("-") ? 1 : 0;
    if (end - start <= 4) {
      return text;
    }
    StringBuilder grouped = new StringBuilder(text);
    for (int at = end - 3; at > start; at -= 3) {
      grouped.insert(at, ',');
    }
    return grouped.toString();
  }
}
