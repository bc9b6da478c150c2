package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key of a group of cells: the value of a field, or the period or interval that contains it,
 * such as {@code station}, {@code months(t)} or {@code bin(temp, 10)}. Immutable.
 */
public final class Grouping {
  private final Function function;
  private final String field;
  private final double width;

  /** The function of a value that makes the key, and the type of the result. */
  public enum Function {
    /** The value itself. */
    VALUE("value"),
    /** The year of a datetime: INT64. */
    YEAR("year"),
    /** The quarter of the year, 1 to 4: INT64. */
    QUARTER("quarter"),
    /** The month of the year, 1 to 12: INT64. */
    MONTH("month"),
    /** The day of the month, 1 to 31: INT64. */
    DAY("day"),
    /** The hour of the day, 0 to 23: INT64. */
    HOUR("hour"),
    /** The minute of the hour, 0 to 59: INT64. */
    MINUTE("minute"),
    /** The whole second of the minute, 0 to 59: INT64. */
    SECOND("second"),
    /** The day of the week, 1 for Monday to 7 for Sunday: INT64. */
    DAY_OF_WEEK("day_of_week"),
    /** The day of the year, 1 to 366: INT64. */
    DAY_OF_YEAR("day_of_year"),
    /** A datetime truncated to the first month of its quarter: DATETIME_MONTH. */
    QUARTERS("quarters"),
    /** A datetime truncated to its month: DATETIME_MONTH. */
    MONTHS("months"),
    /** A datetime truncated to the Monday of its week: DATETIME_DAY. */
    WEEKS("weeks"),
    /** A datetime truncated to its day: DATETIME_DAY. */
    DAYS("days"),
    /** A datetime truncated to its hour: DATETIME_HR. */
    HOURS("hours"),
    /** A datetime truncated to its minute: DATETIME_MIN. */
    MINUTES("minutes"),
    /** A datetime truncated to its second: DATETIME_SEC. */
    SECONDS("seconds"),
    /**
     * The lower end of an interval. Intervals have equal widths and start at multiples of the
     * width. If the width is an integer, the type is INT64 for signed and UINT64 for unsigned
     * integers, else FLOAT64. Multiples are computed in decimal and rounded to the field's type:
     * with width 0.1, the value 0.3 lies in the interval that starts at 0.3.
     */
    BIN("bin");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** Returns the function's name in the text of a grouping. */
    public String word() {
      return word;
    }

    /** Returns the function of dates or intervals with this name, ignoring case. */
    static Optional<Function> of(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      return Arrays.stream(values())
          .filter(function -> function != VALUE && function.word.equals(lower))
          .findFirst();
    }
  }

  private Grouping(Function function, String field, double width) {
    this.function = Objects.requireNonNull(function, "function");
    this.field = Objects.requireNonNull(field, "field");
    this.width = width;
  }

  /** Returns the values of a field as keys. */
  public static Grouping by(String field) {
    return new Grouping(Function.VALUE, field, 0);
  }

  /**
   * Returns the periods of a field of datetimes as keys.
   *
   * @throws InvalidRequestException for {@link Function#BIN}; use {@link #bin}
   */
  public static Grouping by(Function function, String field) {
    if (function == Function.BIN) {
      throw new InvalidRequestException("intervals need a width; use Grouping.bin(field, 10)");
    }
    return new Grouping(function, field, 0);
  }

  /**
   * Returns the intervals of a field of numbers as keys.
   *
   * @param width the width of an interval
   * @throws InvalidRequestException if the width is not finite and positive
   */
  public static Grouping bin(String field, double width) {
    if (!(width > 0 && Double.isFinite(width))) {
      throw new InvalidRequestException("interval width " + width + " is not positive and finite");
    }
    return new Grouping(Function.BIN, field, width);
  }

  /** Returns the function that is applied to the value of the field. */
  public Function function() {
    return function;
  }

  /** Returns the name of the field. */
  public String field() {
    return field;
  }

  /** Returns the width of intervals; 0 for other functions. */
  public double width() {
    return width;
  }

  /** Returns the name of the result column: the field's name, or the text of the function. */
  public String column() {
    return function == Function.VALUE ? field : toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Grouping that
        && function == that.function
        && field.equals(that.field)
        && width == that.width;
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, field, width);
  }

  /** Returns the text of the grouping, as {@link Aggregation#parse} reads it. */
  @Override
  public String toString() {
    String name = ConditionText.name(field);
    return switch (function) {
      case VALUE -> name;
      case BIN ->
          "bin("
              + name
              + ", "
              + BigDecimal.valueOf(width).stripTrailingZeros().toPlainString()
              + ")";
      default -> function.word() + "(" + name + ")";
    };
  }
}
