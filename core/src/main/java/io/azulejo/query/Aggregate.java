package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A function of many cells, such as their number or the sum of a field. Immutable and not bound to
 * an array; the field and its type are checked when a read uses it.
 *
 * <p>Null cells are ignored, except by {@link #count()}, which counts cells, and {@link
 * #nullCount}. Without any value, counts are 0. The other functions then return null if the field
 * is nullable. If it is not, sums are 0, results of the field's type are 0 or empty, and other
 * results are NaN.
 *
 * <p>Datetimes and times count as numbers, except that datetimes have neither variance nor standard
 * deviation. Numeric fields have one value a cell.
 */
public final class Aggregate {
  /** A function, and the type of its result. */
  public enum Function {
    /** Number of cells, or of cells that are not null in a field: UINT64. */
    COUNT("count"),
    /** Number of cells that are null in a field: UINT64. */
    NULL_COUNT("null_count"),
    /**
     * Sum: INT64 for signed integers, datetimes (without NaT) and times, UINT64 for unsigned
     * integers, FLOAT64 for floating-point numbers. If a sum or a partial sum overflows in either
     * direction, the result is the maximum of its type; for a nullable field it is null.
     */
    SUM("sum"),
    /**
     * Minimum, in the field's type; strings compare by bytes. NaN or NaT only if every value is.
     */
    MIN("min"),
    /** Maximum; otherwise like {@link #MIN}. */
    MAX("max"),
    /**
     * Sum divided by the number of values: FLOAT64. Exact and then rounded once for integers,
     * datetimes and times; computed from a compensated sum for floating-point numbers. NaN if a
     * value is NaN or NaT. If a FLOAT64 sum overflows, the result is the maximum of FLOAT64; for a
     * nullable field it is null. With {@link Aggregation#skippingNan} the mean of datetimes is a
     * datetime.
     */
    MEAN("mean"),
    /**
     * Number of distinct values: UINT64, exact. All NaN are one value, and so are both zeros. An
     * attribute with an enumeration is counted by its indexes. Written {@code count(distinct x)}.
     */
    COUNT_DISTINCT("count_distinct"),
    /** The {@link #QUANTILE} with fraction 0.5. */
    MEDIAN("median"),
    /**
     * Exact quantile: the value at position fraction × (n - 1) of the n sorted values, counted from
     * 0. Between two positions it is interpolated linearly. FLOAT64; for datetimes and times the
     * field's type, rounded down. NaN and NaT are ignored; if nothing else is left, the result is
     * NaN or NaT.
     */
    QUANTILE("quantile"),
    /** Square root of {@link #VAR}: FLOAT64. */
    STDDEV("stddev"),
    /**
     * Sample variance: the sum of squared deviations from the mean, divided by the number of values
     * less 1. FLOAT64. For fewer than two values it is NaN, or null for a nullable field.
     */
    VAR("var"),
    /**
     * Value of the first cell that is not null, by coordinates in row-major order, in the field's
     * type. Works for fields of any type. Makes the read return cells in row-major order.
     */
    FIRST("first"),
    /** Value of the last cell that is not null; otherwise like {@link #FIRST}. */
    LAST("last");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** Returns the function's name in the text of an aggregate, such as {@code null_count}. */
    public String word() {
      return word;
    }

    /** Returns the function with this name, ignoring case. */
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
   * Returns an aggregate that counts cells; {@link ReadRequest.Cells} says which cells of a dense
   * array count.
   */
  public static Aggregate count() {
    return COUNT;
  }

  /** Returns an aggregate that counts the cells that are not null in a field. */
  public static Aggregate count(String field) {
    return of(Function.COUNT, field);
  }

  /** Returns an aggregate that counts the cells that are null in a field. */
  public static Aggregate nullCount(String field) {
    return of(Function.NULL_COUNT, field);
  }

  /** Returns an aggregate that sums a numeric field. */
  public static Aggregate sum(String field) {
    return of(Function.SUM, field);
  }

  /** Returns the minimum of a field of numbers or strings. */
  public static Aggregate min(String field) {
    return of(Function.MIN, field);
  }

  /** Returns the maximum of a field of numbers or strings. */
  public static Aggregate max(String field) {
    return of(Function.MAX, field);
  }

  /** Returns the mean of a numeric field. */
  public static Aggregate mean(String field) {
    return of(Function.MEAN, field);
  }

  /** Returns an aggregate that counts the distinct values of a field. */
  public static Aggregate countDistinct(String field) {
    return of(Function.COUNT_DISTINCT, field);
  }

  /** Returns the median of a numeric field. */
  public static Aggregate median(String field) {
    return of(Function.MEDIAN, field);
  }

  /**
   * Returns a quantile of a numeric field.
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

  /** Returns the standard deviation of a numeric field. */
  public static Aggregate stddev(String field) {
    return of(Function.STDDEV, field);
  }

  /** Returns the variance of a numeric field. */
  public static Aggregate var(String field) {
    return of(Function.VAR, field);
  }

  /** Returns the first value of a field; see {@link Function#FIRST}. */
  public static Aggregate first(String field) {
    return of(Function.FIRST, field);
  }

  /** Returns the last value of a field; see {@link Function#LAST}. */
  public static Aggregate last(String field) {
    return of(Function.LAST, field);
  }

  /**
   * Returns a function of a field. The read checks whether the field's type fits.
   *
   * @throws InvalidRequestException for {@link Function#QUANTILE}; use {@link #quantile}
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
   * Parses an aggregate such as {@code count()} or {@code mean(temp)}. Field names with special
   * characters are in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not an aggregate; the message
   *     shows the position
   */
  public static Aggregate parse(String text) {
    return AggregateParser.aggregate(text);
  }

  /** Returns the function. */
  public Function function() {
    return function;
  }

  /** Returns the name of the field; empty for the number of all cells. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /**
   * Returns the fraction of the values below a quantile or the median, from 0 to 1; 0 for other
   * functions.
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
   * Returns the text of the aggregate, such as {@code mean(temp)}. It is also the name of the
   * result column.
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
