package io.azulejo.plot.picture;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A logarithmic axis of positive numbers. */
public final class LogAxis extends Axis {
  private static final BigDecimal LEAST_PLAIN = new BigDecimal("1e-4");
  private static final BigDecimal MOST_PLAIN = new BigDecimal("1e6");

  private final double low;
  private final double high;

  private LogAxis(String title, double low, double high, int bins) {
    super(title, bins);
    this.low = low;
    this.high = high;
  }

  /**
   * Returns an axis between two positive numbers. If they are equal, the axis extends beyond them
   * on both sides.
   */
  public static LogAxis of(String title, double low, double high, int bins) {
    double from = Math.max(Double.MIN_NORMAL, low);
    double to = Math.max(from, Math.min(Double.MAX_VALUE, high));
    if (from == to) {
      from = Math.max(Double.MIN_NORMAL, from / 2);
      to = Math.min(Double.MAX_VALUE, to * 2);
    }
    return new LogAxis(title, Math.log10(from), Math.log10(to), bins);
  }

  /**
   * Returns the position of a number in bins; NaN for negative numbers and negative infinity for 0.
   */
  @Override
  public double position(double value) {
    return (Math.log10(value) - low) / (high - low) * bins();
  }

  @Override
  public Ticks ticks(int max) {
    List<BigDecimal> numbers = numbers(Math.pow(10, low), Math.pow(10, high), max);
    List<String> labels = labels(numbers);
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      double at = position(numbers.get(i).doubleValue());
      marks.add(new Tick(Math.max(0, Math.min(bins(), at)), labels.get(i)));
    }
    return new Ticks(marks, "");
  }

  /**
   * Returns about {@code max} easily readable numbers from low to high, spaced evenly by their
   * logarithms.
   */
  static List<BigDecimal> numbers(double low, double high, int max) {
    int first = (int) Math.floor(Math.log10(low) + 1e-9);
    int decades = (int) Math.floor(Math.log10(high) + 1e-9) + 1 - first;
    if (decades <= 1 && high < 3 * low) {
      return RoundNumbers.between(
          BigDecimal.valueOf(low), BigDecimal.valueOf(high), max, BigDecimal.ZERO);
    }
    int[] digits =
        decades * 3 <= max + 1
            ? new int[] {1, 2, 5}
            : decades * 2 <= max + 1 ? new int[] {1, 3} : new int[] {1};
    int step = Math.max(1, (decades + max - 1) / max);
    List<BigDecimal> numbers = new ArrayList<>();
    for (int power = Math.floorDiv(first + step - 1, step) * step;
        power < first + decades;
        power += step) {
      add(numbers, power, digits, low, high);
    }
    return numbers;
  }

  /**
   * Returns labels for numbers of very different magnitudes. If some are very large or small, all
   * have exponents.
   */
  static List<String> labels(List<BigDecimal> numbers) {
    boolean plain =
        numbers.stream()
            .allMatch(n -> n.compareTo(LEAST_PLAIN) >= 0 && n.compareTo(MOST_PLAIN) <= 0);
    return plain
        ? RoundNumbers.labels(numbers)
        : numbers.stream().map(RoundNumbers::withExponent).toList();
  }

  private static void add(
      List<BigDecimal> numbers, int power, int[] digits, double low, double high) {
    for (int digit : digits) {
      BigDecimal number = BigDecimal.valueOf(digit).scaleByPowerOfTen(power);
      double value = number.doubleValue();
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
        numbers.add(number);
      }
    }
  }
}
