package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What makes groups of cells: the value of a field, or the period or the interval that it lies in;
 * as a text {@code station}, {@code months(t)}, {@code bin(temp, 10)}.
 *
 * @param function what is made of the field's value
 * @param field the name of the field
 * @param width of intervals, finite and more than 0; 0 for other functions
 */
public record Grouping(Function function, String field, double width) {
  /** What is made of a value, and the type of the result. */
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
    /** A datetime cut to the first month of its quarter: DATETIME_MONTH. */
    QUARTERS("quarters"),
    /** A datetime cut to its month: DATETIME_MONTH. */
    MONTHS("months"),
    /** A datetime cut to the Monday of its week: DATETIME_DAY. */
    WEEKS("weeks"),
    /** A datetime cut to its day: DATETIME_DAY. */
    DAYS("days"),
    /** A datetime cut to its hour: DATETIME_HR. */
    HOURS("hours"),
    /** A datetime cut to its minute: DATETIME_MIN. */
    MINUTES("minutes"),
    /** A datetime cut to its second: DATETIME_SEC. */
    SECONDS("seconds"),
    /**
     * The lower end of an interval of a width, beginning with 0: INT64 of signed integers and
     * UINT64 of unsigned ones where the width is an integer, else FLOAT64. Ends are the multiples
     * of the width as a decimal, each the nearest number of the field's type: 0.3 lies in the
     * interval from 0.3 on where the width is 0.1.
     */
    BIN("bin");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** The word for it in a text. */
    public String word() {
      return word;
    }

    /** The function of dates or of intervals that is written so, whatever the case. */
    static Optional<Function> of(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      return Arrays.stream(values())
          .filter(function -> function != VALUE && function.word.equals(lower))
          .findFirst();
    }
  }

  /**
   * Checks the width.
   *
   * @throws InvalidRequestException if intervals have none, or others have one
   */
  public Grouping {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(field, "field");
    boolean right = function == Function.BIN ? width > 0 && Double.isFinite(width) : width == 0;
    if (!right) {
      throw new InvalidRequestException(
          function == Function.BIN
              ? "intervals of a width of " + width + ": give one above 0"
              : function.word() + " has no width: give 0");
    }
  }

  /** The values of a field. */
  public static Grouping by(String field) {
    return new Grouping(Function.VALUE, field, 0);
  }

  /**
   * The periods of a field of datetimes.
   *
   * @throws InvalidRequestException for {@link Function#BIN}, which {@link #bin} makes
   */
  public static Grouping by(Function function, String field) {
    if (function == Function.BIN) {
      throw new InvalidRequestException(
          "intervals of which width? Ask for Grouping.bin(field, 10)");
    }
    return new Grouping(function, field, 0);
  }

  /** The intervals of a field of numbers. */
  public static Grouping bin(String field, double width) {
    return new Grouping(Function.BIN, field, width);
  }

  /**
   * Its text, which is the name of its column in an answer: that of a field is the field's name.
   */
  public String column() {
    return function == Function.VALUE ? field : toString();
  }

  /** Its text, as it is read. */
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
