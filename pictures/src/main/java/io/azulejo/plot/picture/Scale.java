package io.azulejo.plot.picture;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A color scale for numbers, from dark to light. */
public final class Scale implements Coloring {
  private static final double MANY_TIMES = 30;
  static final String SHADES = "·░▒▓█";

  private final String title;
  private final double low;
  private final double high;
  private final boolean logarithmic;
  private final BigDecimal step; // the minimum distance between ticks

  private Scale(String title, double low, double high, boolean logarithmic, BigDecimal step) {
    this.step = step;
    this.title = title;
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic;
  }

  /** Returns a linear scale from low to high. */
  public static Scale linear(String title, double low, double high) {
    return new Scale(
        title,
        Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, low)),
        Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, high)),
        false,
        BigDecimal.ZERO);
  }

  /** Returns a linear scale that covers the given values. NaN is ignored. */
  public static Scale of(String title, double[] values) {
    double[] there = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    double low = Arrays.stream(there).min().orElse(0);
    return linear(title, low, Arrays.stream(there).max().orElse(1));
  }

  /**
   * Returns a scale that covers the given counts. It is logarithmic if the greatest count exceeds
   * the least many times.
   */
  public static Scale ofCounts(String title, double[] counts) {
    Scale plain = of(title, counts);
    boolean wide = plain.high >= MANY_TIMES * plain.low;
    return new Scale(title, plain.low, plain.high, wide, BigDecimal.ONE);
  }

  /** Returns a logarithmic scale that covers the positive values. */
  public static Scale logarithmic(String title, double[] values) {
    double[] there = Arrays.stream(values).filter(v -> v > 0).toArray();
    double low = Arrays.stream(there).min().orElse(1);
    double high = Math.min(Double.MAX_VALUE, Arrays.stream(there).max().orElse(low));
    return new Scale(title, low, high, high > low, BigDecimal.ZERO);
  }

  /** Returns the title of the scale. */
  public String title() {
    return title;
  }

  /** Returns the position of a number on the scale, from 0 to 1. */
  double part(double value) {
    if (logarithmic) {
      return Math.max(0, Math.min(1, Math.log(value / low) / Math.log(high / low)));
    }
    double half = high / 2 - low / 2;
    return half > 0 ? Math.max(0, Math.min(1, (value / 2 - low / 2) / half)) : 0.5;
  }

  @Override
  public int rgb(double value) {
    return Colors.scale(part(value));
  }

  @Override
  public char symbol(double value) {
    return SHADES.charAt(Math.min(SHADES.length() - 1, (int) (part(value) * SHADES.length())));
  }

  /**
   * Returns ticks, with positions from 0 to 1.
   *
   * @param max the approximate maximum number of ticks
   */
  List<Tick> ticks(int max) {
    List<BigDecimal> numbers =
        logarithmic
            ? LogAxis.numbers(low, high, max)
            : RoundNumbers.between(BigDecimal.valueOf(low), BigDecimal.valueOf(high), max, step);
    return marks(numbers, logarithmic ? LogAxis.labels(numbers) : RoundNumbers.labels(numbers));
  }

  /** Returns the labels of the boundaries between the scale's characters, including both ends. */
  List<String> borders() {
    List<BigDecimal> numbers = new ArrayList<>();
    for (int i = 0; i <= SHADES.length(); i++) {
      double part = (double) i / SHADES.length();
      double number =
          logarithmic ? low * Math.pow(high / low, part) : low * (1 - part) + high * part;
      numbers.add(new BigDecimal(number).round(RoundNumbers.DISPLAYED));
    }
    return logarithmic ? LogAxis.labels(numbers) : RoundNumbers.labels(numbers);
  }

  private List<Tick> marks(List<BigDecimal> numbers, List<String> labels) {
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      marks.add(new Tick(part(numbers.get(i).doubleValue()), labels.get(i)));
    }
    return marks;
  }
}
