package io.azulejo.plot;

import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.FloatingPointAxis;
import io.azulejo.plot.picture.IntegerAxis;
import io.azulejo.plot.picture.LogAxis;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * Divides the values of a histogram into bars. Values are first counted in fine bins; then adjacent
 * bins are merged into bars of a round width.
 */
abstract class HistogramBins {
  private static final int MAX_BARS = 50;

  /** The maximum number of distinct values that each get a bar of their own. */
  private static final int MAX_SINGLE = 40;

  private static final int FINE = 1_000;

  /** Returns the number of fine bins. */
  abstract int size();

  /** Returns the fine bin of a finite value, or -1 if it has none. */
  abstract int bin(double value);

  /**
   * Returns the value at which a fine bin starts. The argument {@link #size} gives the end of the
   * last bin.
   */
  abstract double edge(int bin);

  /**
   * Chooses the number of fine bins for each bar.
   *
   * @param counts the number of values in each fine bin
   * @param wanted the approximate number of bars; 0 for automatic
   */
  abstract int each(long[] counts, int wanted);

  /** Describes the width of a bar that consists of the given number of fine bins; may be empty. */
  abstract String width(int each);

  /** Returns whether the edges are multiples of a fine bin's width. */
  boolean isRound() {
    return true;
  }

  /**
   * Returns an axis from one edge to another.
   *
   * @param from the number of the first edge
   * @param to the number of the last edge
   * @param max the maximum number of bins of the axis
   */
  abstract Axis axis(int from, int to, int max);

  /** Returns the position of a value on an axis of {@link #axis}. */
  double place(Axis axis, double value) {
    return axis.position(value);
  }

  /** Returns fine bins that fit the values of a field. */
  static HistogramBins of(PlotField field, FieldSurvey.Numbers numbers, boolean logarithmic) {
    if (logarithmic) {
      return new Logarithmic(field.title(), numbers.leastPositive(), numbers.high());
    }
    if (field.field().type().isDatetime()) {
      CalendarSteps steps =
          CalendarSteps.of(
              field.field().type(), (long) numbers.low(), (long) numbers.high(), MAX_BARS);
      if (steps != null) {
        return new Calendar(field, steps);
      }
    }
    return new Even(field.title(), numbers.low(), numbers.high(), numbers.step());
  }

  /** Bars of equal width, which is a round number or a multiple of the values' step. */
  static final class Even extends HistogramBins {
    private final String title;
    private final double low;
    private final double width;
    private final int size;
    private final boolean single;
    private final boolean round;

    Even(String title, double low, double high, double step) {
      this.title = title;
      double values = step > 0 ? Math.rint((high - low) / step) + 1 : Double.POSITIVE_INFINITY;
      single = values <= MAX_SINGLE || low == high;
      if (single) {
        width = low == high ? Math.max(1, Math.abs(low) * 0.1) : step;
        this.low = low - width / 2;
        size = low == high ? 1 : (int) values;
        round = false;
      } else {
        double power =
            Math.pow(
                10, Math.floor(Math.log10(Math.max(Double.MIN_NORMAL, high / FINE - low / FINE))));
        // If values have a step, bins are filled evenly only if their width is a multiple of it.
        boolean stepped = step > 0 && step >= power * (1 - 1e-9);
        width = stepped ? step : power;
        // Integers and similar values usually lie on their step counted from 0.
        double multiple = low / width;
        round = !stepped || Math.abs(multiple - Math.rint(multiple)) < 1e-6;
        this.low = stepped ? low : Math.floor(low / width) * width;
        size = (int) Math.floor((high - this.low) / width + 1e-6) + 1;
      }
    }

    @Override
    int size() {
      return size;
    }

    @Override
    int bin(double value) {
      // The tolerance keeps a value that is rounded down from an edge in the bin that starts there.
      double at = Math.floor((value - low) / width + 1e-6);
      return at >= 0 && at < size ? (int) at : -1;
    }

    @Override
    double edge(int bin) {
      return low + bin * width;
    }

    @Override
    int each(long[] counts, int wanted) {
      if (single) {
        return 1;
      }
      int best = 1;
      for (int power = 1; power <= size * 10; power *= 10) {
        for (int digit : new int[] {1, 2, 5}) {
          int each = power * digit;
          boolean enough = (double) size / each >= target(counts, wanted);
          best = enough ? each : best;
        }
      }
      while ((size + best - 1) / best > MAX_BARS * 2) {
        best *= 2;
      }
      return best;
    }

    /**
     * Returns the minimum number of bars: 3/4 of the requested number, or of the number that the
     * Freedman–Diaconis rule gives.
     */
    private double target(long[] counts, int wanted) {
      if (wanted > 0) {
        return wanted * 0.75;
      }
      long total = Arrays.stream(counts).sum();
      double quarters = quantile(counts, total, 0.75) - quantile(counts, total, 0.25) + 1;
      double bars = size / (2 * quarters / Math.cbrt(Math.max(1, total)));
      return Math.max(8, Math.min(MAX_BARS, bars)) * 0.75;
    }

    private static int quantile(long[] counts, long total, double part) {
      long sum = 0;
      for (int bin = 0; bin < counts.length; bin++) {
        sum += counts[bin];
        if (sum >= part * total) {
          return bin;
        }
      }
      return counts.length - 1;
    }

    @Override
    String width(int each) {
      if (single) {
        return "";
      }
      BigDecimal exact = new BigDecimal(each * width).round(new MathContext(6));
      return "bars of " + exact.stripTrailingZeros().toPlainString();
    }

    @Override
    boolean isRound() {
      return !single && round;
    }

    @Override
    Axis axis(int from, int to, int max) {
      return FloatingPointAxis.of(title, edge(from), edge(to), max);
    }
  }

  /** Bars of equal width on a logarithmic scale. */
  static final class Logarithmic extends HistogramBins {
    private static final int PER_DECADE = 60;
    private static final int[] WIDTHS = {1, 2, 3, 6, 12, 20, 30, 60};

    private final String title;
    private final int first;
    private final int size;

    Logarithmic(String title, double low, double high) {
      this.title = title;
      first = (int) Math.floor(Math.log10(low) * PER_DECADE + 1e-9);
      size = (int) Math.floor(Math.log10(high) * PER_DECADE + 1e-9) - first + 1;
    }

    @Override
    int size() {
      return size;
    }

    @Override
    int bin(double value) {
      double at = Math.floor(Math.log10(value) * PER_DECADE + 1e-9) - first;
      return at >= 0 && at < size ? (int) at : -1;
    }

    @Override
    double edge(int bin) {
      return Math.pow(10, (double) (first + bin) / PER_DECADE);
    }

    @Override
    int each(long[] counts, int wanted) {
      int best = WIDTHS[WIDTHS.length - 1];
      for (int i = WIDTHS.length - 1; i >= 0; i--) {
        int bars = size / WIDTHS[i];
        best = bars <= (wanted > 0 ? wanted * 1.3 : MAX_BARS * 0.7) ? WIDTHS[i] : best;
      }
      return best;
    }

    @Override
    String width(int each) {
      return size == 1 ? "" : "%d bars per power of ten".formatted(PER_DECADE / each);
    }

    @Override
    boolean isRound() {
      return false;
    }

    @Override
    Axis axis(int from, int to, int max) {
      return LogAxis.of(title, edge(from), edge(to), max);
    }
  }

  /** Bars of calendar steps, such as days or months. */
  static final class Calendar extends HistogramBins {
    private final PlotField field;
    private final CalendarSteps steps;

    Calendar(PlotField field, CalendarSteps steps) {
      this.field = field;
      this.steps = steps;
    }

    @Override
    int size() {
      return steps.count();
    }

    @Override
    int bin(double value) {
      int bin = steps.bin((long) value);
      return bin < steps.count() ? bin : -1;
    }

    @Override
    double edge(int bin) {
      return steps.start(bin);
    }

    @Override
    int each(long[] counts, int wanted) {
      return 1;
    }

    @Override
    String width(int each) {
      return "bars of " + steps.name();
    }

    @Override
    boolean isRound() {
      return false;
    }

    @Override
    Axis axis(int from, int to, int max) {
      return IntegerAxis.of(
          field.title(), field.field().type(), steps.start(from), steps.start(to) - 1, max);
    }

    @Override
    double place(Axis axis, double value) {
      return ((IntegerAxis) axis).start((long) value);
    }
  }
}
