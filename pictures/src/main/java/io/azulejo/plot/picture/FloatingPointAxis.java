package io.azulejo.plot.picture;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A linear axis of floating-point numbers. */
public final class FloatingPointAxis extends Axis {
  private final double low;
  private final double high;
  private final double halfSpan;

  private final BigDecimal step; // the minimum distance between ticks

  private FloatingPointAxis(String title, double low, double high, int bins, BigDecimal step) {
    super(title, bins);
    this.step = step;
    this.low = low;
    this.high = high;
    // Half of the span, because the whole span may exceed the greatest double.
    this.halfSpan = high / 2 - low / 2;
  }

  /** Returns an axis of counts, starting at 0, whose ticks are integers. */
  public static FloatingPointAxis ofCounts(String title, double high, int bins) {
    return new FloatingPointAxis(title, 0, Math.max(1, high), bins, BigDecimal.ONE);
  }

  /**
   * Returns an axis from low to high. If they are equal, the axis extends beyond them on both
   * sides.
   *
   * @param low the low end, inclusive; not NaN
   * @param high the high end, inclusive; not NaN
   */
  public static FloatingPointAxis of(String title, double low, double high, int bins) {
    double from = Math.max(-Double.MAX_VALUE, low);
    double to = Math.min(Double.MAX_VALUE, high);
    if (to / 2 - from / 2 > 0) {
      return new FloatingPointAxis(title, from, to, bins, BigDecimal.ZERO);
    }
    double room = Math.max(0.5, Math.abs(from) * 0.1);
    return new FloatingPointAxis(
        title,
        Math.max(-Double.MAX_VALUE, from - room),
        Math.min(Double.MAX_VALUE, to + room),
        bins,
        BigDecimal.ZERO);
  }

  /**
   * Returns an axis of numbers that are evenly spaced. Each bin covers the same number of steps and
   * has its numbers centered.
   *
   * @param low the least number
   * @param high the greatest number
   * @param step the distance between adjacent numbers, above 0
   * @param max the maximum number of bins
   * @param room the number of empty bins to add at each end
   */
  public static FloatingPointAxis ofSteps(
      String title, double low, double high, double step, int max, int room) {
    long steps = Math.round((high - low) / step);
    long each = steps / Math.max(1, max - 2L * room) + 1;
    int bins = (int) (steps / each) + 1 + 2 * room;
    double width = each * step;
    double from = low - step / 2 - room * width;
    return new FloatingPointAxis(title, from, from + bins * width, bins, BigDecimal.ZERO);
  }

  @Override
  public double position(double value) {
    return (value / 2 - low / 2) / halfSpan * bins();
  }

  @Override
  public Ticks ticks(int max) {
    List<BigDecimal> numbers =
        RoundNumbers.between(BigDecimal.valueOf(low), BigDecimal.valueOf(high), max, step);
    List<String> labels = RoundNumbers.labels(numbers);
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      marks.add(new Tick(position(numbers.get(i).doubleValue()), labels.get(i)));
    }
    return new Ticks(marks, "");
  }
}
