package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A function that computes one value from many cells, such as the number of cells or the sum of a
 * field. Immutable and not bound to an array; the field and its type are checked when a read uses
 * the aggregate.
 *
 * <p>Null cells are ignored, except by {@link #count()}, which counts all cells, and {@link
 * #nullCount}. If no value remains, counts of values are 0, and every other function returns null
 * for a nullable field. For a field that is not nullable, sums are then 0. Minimum, maximum, first
 * and last are 0 or an empty string. The remaining functions return NaN; quantiles of datetimes
 * return NaT, and quantiles of times return 0.
 *
 * <p>Datetimes and times are treated as numbers, except that variance and standard deviation do not
 * accept datetimes. Numeric fields must have one value per cell.
 */
public final class Aggregate {
  /** The aggregate functions. Each constant states the type of its result. */
  public enum Function {
    /** The number of cells, or of a field's cells that are not null. Result: UINT64. */
    COUNT("count"),
    /** The number of a field's cells that are null. Result: UINT64. */
    NULL_COUNT("null_count"),
    /**
     * The sum of the values. Result: INT64 for signed integers, datetimes (ignoring NaT) and times;
     * UINT64 for unsigned integers; FLOAT64 for floating-point numbers. If a sum or a partial sum
     * overflows in either direction, the result is the maximum of the result type, or null for a
     * nullable field.
     */
    SUM("sum"),
    /**
     * The smallest value; strings are compared by their bytes. The result is NaN or NaT only if all
     * values are NaN or NaT. Result: the field's type.
     */
    MIN("min"),
    /** The largest value; otherwise like {@link #MIN}. */
    MAX("max"),
    /**
     * The sum of the values divided by their number. Result: FLOAT64. For integers, datetimes and
     * times, the mean is exact and then rounded once. For floating-point numbers, it is computed
     * from a compensated sum. It is NaN if any value is NaN or NaT. If a FLOAT64 sum overflows, the
     * result is the maximum of FLOAT64, or null for a nullable field. With {@link
     * Aggregation#skippingNan}, the mean of datetimes is a datetime.
     */
    MEAN("mean"),
    /**
     * The exact number of distinct values. Result: UINT64. All NaN values together count as one
     * value, and so do 0.0 and -0.0. For an attribute with an enumeration, distinct indexes are
     * counted. The text form is {@code count(distinct x)}.
     */
    COUNT_DISTINCT("count_distinct"),
    /** The median: the {@link #QUANTILE} with fraction 0.5. */
    MEDIAN("median"),
    /**
     * An exact quantile of the n sorted values: the value at position fraction × (n - 1), starting
     * at 0. Between two positions, it is interpolated linearly. NaN and NaT are ignored; if all
     * values are NaN or NaT, so is the result. Result: FLOAT64; for datetimes and times the field's
     * type, rounded down.
     */
    QUANTILE("quantile"),
    /** The standard deviation of a sample: the square root of {@link #VAR}. Result: FLOAT64. */
    STDDEV("stddev"),
    /**
     * The variance of a sample: the sum of squared deviations from the mean, divided by the number
     * of values minus 1. Result: FLOAT64. For fewer than two values, it is NaN, or null for a
     * nullable field.
     */
    VAR("var"),
    /**
     * The value of the first cell that is not null, in row-major order of the coordinates. Accepts
     * fields of any type. With this function, the read returns cells in row-major order. Result:
     * the field's type.
     */
    FIRST("first"),
    /** The value of the last cell that is not null; otherwise like {@link #FIRST}. */
    LAST("last");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** Returns the function's name in the text form of an aggregate, such as {@code null_count}. */
    public String word() {
      return word;
    }

    /** Returns the function with this name, ignoring case; empty if there is none. */
    static Optional<Function> of(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      for (Function function : values()) {
        if (function.word.equals(lower)) {
          return Optional.of(function);
        }
      }
      return Optional.empty();
    }
  }

  private static final Aggregate COUNT = new Aggregate(Function.COUNT, null, 0);
  private static final double HALF = 0.5;

  private final Function function;
  private final @Nullable String field;
  private final double fraction;

  private Aggregate(Function function, @Nullable String field, double fraction) {
    this.function = function;
    this.field = field;
    this.fraction = fraction;
  }

  /**
   * Returns an aggregate that counts cells. In a dense array, {@link
   * ReadRequest#cells(ReadRequest.Cells)} determines which cells count.
   */
  public static Aggregate count() {
    return COUNT;
  }

  /** Returns an aggregate that counts the cells of a field that are not null. */
  public static Aggregate count(String field) {
    return of(Function.COUNT, field);
  }

  /** Returns an aggregate that counts the cells of a field that are null. */
  public static Aggregate nullCount(String field) {
    return of(Function.NULL_COUNT, field);
  }

  /** Returns an aggregate that sums a numeric field. */
  public static Aggregate sum(String field) {
    return of(Function.SUM, field);
  }

  /** Returns an aggregate that computes the minimum of a numeric or string field. */
  public static Aggregate min(String field) {
    return of(Function.MIN, field);
  }

  /** Returns an aggregate that computes the maximum of a numeric or string field. */
  public static Aggregate max(String field) {
    return of(Function.MAX, field);
  }

  /** Returns an aggregate that computes the mean of a numeric field. */
  public static Aggregate mean(String field) {
    return of(Function.MEAN, field);
  }

  /** Returns an aggregate that counts the distinct values of a field. */
  public static Aggregate countDistinct(String field) {
    return of(Function.COUNT_DISTINCT, field);
  }

  /** Returns an aggregate that computes the median of a numeric field. */
  public static Aggregate median(String field) {
    return of(Function.MEDIAN, field);
  }

  /**
   * Returns an aggregate that computes a quantile of a numeric field; see {@link
   * Function#QUANTILE}.
   *
   * @param fraction the fraction of the values below the quantile, from 0 to 1
   * @throws InvalidRequestException if the fraction is out of range
   */
  public static Aggregate quantile(String field, double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new InvalidRequestException("quantile " + fraction + " is out of range (0..1)");
    }
    return new Aggregate(
        Function.QUANTILE, Objects.requireNonNull(field, "field"), fraction == 0 ? 0 : fraction);
  }

  /** Returns an aggregate that computes the sample standard deviation of a numeric field. */
  public static Aggregate stddev(String field) {
    return of(Function.STDDEV, field);
  }

  /** Returns an aggregate that computes the sample variance of a numeric field. */
  public static Aggregate var(String field) {
    return of(Function.VAR, field);
  }

  /** Returns an aggregate for the first value of a field; see {@link Function#FIRST}. */
  public static Aggregate first(String field) {
    return of(Function.FIRST, field);
  }

  /** Returns an aggregate for the last value of a field; see {@link Function#LAST}. */
  public static Aggregate last(String field) {
    return of(Function.LAST, field);
  }

  /**
   * Returns an aggregate that applies a function to a field. The read checks that the function
   * accepts the field's type.
   *
   * @param function any function except {@link Function#QUANTILE}, which needs a fraction; see
   *     {@link #quantile}
   * @throws InvalidRequestException if the function is {@link Function#QUANTILE}
   */
  public static Aggregate of(Function function, String field) {
    if (function == Function.QUANTILE) {
      throw new InvalidRequestException(
          "a quantile needs a fraction; use Aggregate.quantile(field, 0.9)");
    }
    return new Aggregate(
        Objects.requireNonNull(function, "function"),
        Objects.requireNonNull(field, "field"),
        function == Function.MEDIAN ? HALF : 0);
  }

  /**
   * Parses the text form of an aggregate, such as {@code count()} or {@code mean(temp)}. Field
   * names with special characters must be in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not an aggregate; the message
   *     shows the position of the error
   */
  public static Aggregate parse(String text) {
    return AggregateParser.aggregate(text);
  }

  /** Returns the function. */
  public Function function() {
    return function;
  }

  /** Returns the name of the field; empty for {@link #count()}. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /**
   * Returns the fraction of the values below the quantile, from 0 to 1. It is 0.5 for the median,
   * and 0 for functions other than quantiles.
   */
  public double fraction() {
    return fraction;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Aggregate that
        && function == that.function
        && fraction == that.fraction
        && Objects.equals(field, that.field);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, field, fraction);
  }

  /**
   * Returns the text form of the aggregate, such as {@code mean(temp)}. This is also the name of
   * the result column.
   */
  @Override
  public String toString() {
    String of = field == null ? "" : ConditionText.name(field);
    return switch (function) {
      case COUNT_DISTINCT -> "count(distinct " + of + ")";
      case QUANTILE -> "quantile(" + of + ", " + BigDecimal.valueOf(fraction) + ")";
      default -> function.word + "(" + of + ")";
    };
  }
}
