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
 * A key by which cells are grouped: the value of a field, or the period or interval that contains
 * the value. Examples are {@code station}, {@code months(t)} and {@code bin(temp, 10)}. Immutable.
 */
public final class Grouping {
  private final Function function;
  private final String field;
  private final double width;

  /**
   * The functions that compute a key from a field's value. Each constant states the type of the
   * key.
   */
  public enum Function {
    /** The value itself, in the field's type. */
    VALUE("value"),
    /** The year of a datetime. Key: INT64. */
    YEAR("year"),
    /** The quarter of a datetime, from 1 to 4. Key: INT64. */
    QUARTER("quarter"),
    /** The month of a datetime, from 1 to 12. Key: INT64. */
    MONTH("month"),
    /** The day of the month of a datetime, from 1 to 31. Key: INT64. */
    DAY("day"),
    /** The hour of a datetime, from 0 to 23. Key: INT64. */
    HOUR("hour"),
    /** The minute of a datetime, from 0 to 59. Key: INT64. */
    MINUTE("minute"),
    /** The second of a datetime, from 0 to 59, without fractions. Key: INT64. */
    SECOND("second"),
    /** The day of the week of a datetime, from 1 (Monday) to 7 (Sunday). Key: INT64. */
    DAY_OF_WEEK("day_of_week"),
    /** The day of the year of a datetime, from 1 to 366. Key: INT64. */
    DAY_OF_YEAR("day_of_year"),
    /** The first month of a datetime's quarter. Key: DATETIME_MONTH. */
    QUARTERS("quarters"),
    /** A datetime truncated to its month. Key: DATETIME_MONTH. */
    MONTHS("months"),
    /** The Monday of a datetime's week. Key: DATETIME_DAY. */
    WEEKS("weeks"),
    /** A datetime truncated to its day. Key: DATETIME_DAY. */
    DAYS("days"),
    /** A datetime truncated to its hour. Key: DATETIME_HR. */
    HOURS("hours"),
    /** A datetime truncated to its minute. Key: DATETIME_MIN. */
    MINUTES("minutes"),
    /** A datetime truncated to its second. Key: DATETIME_SEC. */
    SECONDS("seconds"),
    /**
     * The lower end of the interval that contains a number. All intervals have the same width and
     * start at multiples of the width. The multiples are computed in decimal and rounded to the
     * field's type: with width 0.1, the value 0.3 lies in the interval that starts at 0.3. Key: for
     * integer fields and an integer width, INT64 (signed) or UINT64 (unsigned); otherwise FLOAT64.
     */
    BIN("bin");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** Returns the function's name in the text form of a grouping, such as {@code day_of_week}. */
    public String word() {
      return word;
    }

    /**
     * Returns the function with this name, ignoring case. Empty if there is none, and for {@link
     * #VALUE}, which has no text form.
     */
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

  /** Creates a grouping by the values of a field. */
  public static Grouping by(String field) {
    return new Grouping(Function.VALUE, field, 0);
  }

  /**
   * Creates a grouping by a function of a field, such as the month of a datetime.
   *
   * @param function any function except {@link Function#BIN}, which needs a width; see {@link #bin}
   * @throws InvalidRequestException if the function is {@link Function#BIN}
   */
  public static Grouping by(Function function, String field) {
    if (function == Function.BIN) {
      throw new InvalidRequestException("intervals need a width; use Grouping.bin(field, 10)");
    }
    return new Grouping(function, field, 0);
  }

  /**
   * Creates a grouping of a numeric field's values by intervals of equal width; see {@link
   * Function#BIN}.
   *
   * @param width the width of an interval, positive and finite
   * @throws InvalidRequestException if the width is not positive and finite
   */
  public static Grouping bin(String field, double width) {
    if (!(width > 0 && Double.isFinite(width))) {
      throw new InvalidRequestException("interval width " + width + " is not positive and finite");
    }
    return new Grouping(Function.BIN, field, width);
  }

  /** Returns the function that computes the key from the field's value. */
  public Function function() {
    return function;
  }

  /** Returns the name of the field. */
  public String field() {
    return field;
  }

  /** Returns the width of the intervals; 0 if the function is not {@link Function#BIN}. */
  public double width() {
    return width;
  }

  /**
   * Returns the name of the result column. It is the field's name for {@link Function#VALUE},
   * otherwise the text form of the grouping.
   */
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

  /** Returns the text form of the grouping, which {@link Aggregation#parse} accepts. */
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
