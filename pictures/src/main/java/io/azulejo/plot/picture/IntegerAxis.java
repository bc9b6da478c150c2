package io.azulejo.plot.picture;

import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A linear axis of integers, datetimes or times. Each bin covers the same number of integers. */
public final class IntegerAxis extends Axis {
  private static final double HALF_OF_UNSIGNED = 0x1p63;

  private final Datatype type;
  private final long flip;
  private final long low;
  private final long span;
  private final long width;
  private final AxisNames names; // null if the ticks show the numbers themselves

  private IntegerAxis(
      String title, Datatype type, long low, long span, long width, AxisNames names) {
    super(title, (int) (Long.divideUnsigned(span, width) + 1));
    this.names = names;
    this.type = type;
    this.flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    this.low = low;
    this.span = span;
    this.width = width;
  }

  /**
   * Returns an axis from low to high.
   *
   * @param low the first integer; unsigned for UINT64
   * @param high the last integer, inclusive; unsigned for UINT64
   * @param max the maximum number of bins
   */
  public static IntegerAxis of(String title, Datatype type, long low, long high, int max) {
    long span = high - low;
    return new IntegerAxis(title, type, low, span, Long.divideUnsigned(span, max) + 1, null);
  }

  /**
   * Returns an axis of integers that are evenly spaced. Each bin covers the same number of steps
   * and has its integers centered.
   *
   * @param low the least integer
   * @param high the greatest integer
   * @param step the distance between adjacent integers, above 0
   * @param max the maximum number of bins
   */
  public static IntegerAxis ofSteps(
      String title, Datatype type, long low, long high, long step, int max) {
    long steps = Long.divideUnsigned(high - low, step);
    long each = Long.divideUnsigned(steps, max) + 1;
    long bins = Long.divideUnsigned(steps, each) + 1;
    long start = low - step / 2;
    long end;
    try {
      end = Math.addExact(start, Math.multiplyExact(bins, Math.multiplyExact(each, step)) - 1);
    } catch (ArithmeticException beyond) {
      return of(title, type, low, high, max);
    }
    // Unsigned integers, and integers near the ends of their type, have no margins.
    boolean whole = start <= low && end >= high && (type != Datatype.UINT64 || start >= 0);
    return whole
        ? new IntegerAxis(title, type, start, end - start, each * step, null)
        : of(title, type, low, high, max);
  }

  /**
   * Returns an axis with the same bins, whose ticks show the values that label its integers.
   *
   * @param title the title of the values
   */
  public IntegerAxis named(String title, AxisNames others) {
    return new IntegerAxis(title, type, low, span, width, others);
  }

  /**
   * Returns the bin that contains an integer, or -1 if the integer is beyond the ends of the axis.
   */
  public int bin(long value) {
    long distance = value - low;
    boolean within = (value ^ flip) >= (low ^ flip) && Long.compareUnsigned(distance, span) <= 0;
    return within ? (int) Long.divideUnsigned(distance, width) : -1;
  }

  @Override
  public int bin(double value) {
    return Double.isNaN(value) ? -1 : bin((long) value);
  }

  @Override
  public double position(double value) {
    return middle((long) value);
  }

  /** Returns the number of integers that each bin covers. */
  public double width() {
    return unsigned(width);
  }

  /** Returns the start of the interval that an integer covers, in bins. */
  public double start(long value) {
    return unsigned(value - low) / unsigned(width);
  }

  /** Returns the end of the interval that an integer covers, in bins. */
  public double end(long value) {
    return (unsigned(value - low) + 1) / unsigned(width);
  }

  /** Returns the middle of the interval that an integer covers, in bins. */
  public double middle(long value) {
    return (unsigned(value - low) + 0.5) / unsigned(width);
  }

  @Override
  public Ticks ticks(int max) {
    if (names != null) {
      Ticks marks = names.ticks(low, span, max);
      return new Ticks(
          marks.marks().stream()
              .map(mark -> new Tick((mark.at() + 0.5) / unsigned(width), mark.label()))
              .toList(),
          marks.note());
    }
    if (type.isDatetime()) {
      Ticks dates = CalendarTicks.of(type, low, low + span, max);
      if (dates != null) {
        return new Ticks(
            dates.marks().stream()
                .map(t -> new Tick((t.at() + 0.5) / unsigned(width), t.label()))
                .filter(t -> t.at() >= 0 && t.at() <= bins())
                .toList(),
            dates.note());
      }
    }
    BigDecimal first = number(low);
    List<BigDecimal> numbers = RoundNumbers.between(first, number(low + span), max, BigDecimal.ONE);
    List<String> labels = RoundNumbers.labels(numbers);
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      double distance = numbers.get(i).subtract(first).doubleValue();
      marks.add(new Tick((distance + 0.5) / unsigned(width), labels.get(i)));
    }
    return new Ticks(marks, type.isTime() || type.isDatetime() ? unit() : "");
  }

  private String unit() {
    String name = type.name();
    return switch (name.substring(name.indexOf('_') + 1)) {
      case "YEAR" -> "years since 1970";
      case "MONTH" -> "months since 1970";
      case "WEEK" -> "weeks since 1970";
      case "DAY" -> "days since 1970";
      case "HR" -> "h";
      case "MIN" -> "min";
      case "SEC" -> "s";
      case "MS" -> "ms";
      case "US" -> "µs";
      case "NS" -> "ns";
      case "PS" -> "ps";
      case "FS" -> "fs";
      default -> "as";
    };
  }

  private BigDecimal number(long value) {
    return flip == 0
        ? BigDecimal.valueOf(value)
        : new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
  }

  /** Converts an unsigned 64-bit integer to a double. */
  static double unsigned(long value) {
    return value >= 0 ? value : (value & Long.MAX_VALUE) + HALF_OF_UNSIGNED;
  }
}
