package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number, or a value, that stands for many cells. Immutable; it knows no array until it is used
 * on one, which is when the field and its type are checked.
 *
 * <p>Nulls are left out of all but {@link #count()}, which counts cells, and {@link #nullCount}.
 * Over no value at all, counts and sums are 0, the minimum and the maximum are 0 or empty and the
 * mean is NaN; but where the field can be null, all of these are null except for the counts. The
 * other functions have the same for no value: numbers NaN, values of the field's type 0 or empty.
 */
public final class Aggregate {
  /** What is computed of cells, and the type of the result. */
  public enum Function {
    /** The number of cells, or of those that are not null in a field: UINT64. */
    COUNT("count"),
    /** The number of cells that are null in a field: UINT64. */
    NULL_COUNT("null_count"),
    /**
     * The sum: INT64 of signed integers, datetimes (without NaT) and times, UINT64 of unsigned
     * integers, FLOAT64 of floating-point numbers. A sum that overflows, at the end or while it is
     * computed, is the maximum of that type, also where it is below the minimum; of a nullable
     * field it is null.
     */
    SUM("sum"),
    /**
     * The minimum, of the field's type; of strings in the order of their bytes. NaN and NaT only
     * where there is nothing else.
     */
    MIN("min"),
    /** The maximum, as {@link #MIN}. */
    MAX("max"),
    /**
     * The sum divided by the number of values: FLOAT64; of integers, datetimes and times exact,
     * then rounded once; of floating-point numbers from a sum whose rounding errors are
     * compensated. NaN if NaN or NaT is among the values. Where a sum of FLOAT64 overflows, the
     * maximum of FLOAT64; of a nullable field null. {@link Aggregation#skippingNan} makes means of
     * datetimes datetimes.
     */
    MEAN("mean"),
    /**
     * The number of different values: UINT64, exact. All NaN are one value, as are both zeros; an
     * attribute with an enumeration is counted by its indexes. Written {@code count(distinct x)}.
     */
    COUNT_DISTINCT("count_distinct"),
    /** {@link #QUANTILE} of the half. */
    MEDIAN("median"),
    /**
     * The value below which a part of all values lie, exact: of n values in their order, counted
     * from 0, that with the number part × (n - 1), or where this is no integer a value in between,
     * in proportion. FLOAT64; of datetimes and times one of the field's type, rounded down. NaN and
     * NaT are no such values; where there are no others, it is NaN or NaT.
     */
    QUANTILE("quantile"),
    /** The square root of {@link #VAR}: FLOAT64. */
    STDDEV("stddev"),
    /**
     * The variance of a sample: the sum of the squares of the distances from the mean, divided by
     * the number of values less 1. FLOAT64; NaN for fewer than two values, of a nullable field
     * null.
     */
    VAR("var"),
    /**
     * The value of the first cell that is not null, by coordinates in row-major order, of the
     * field's type, whichever it is. It makes cells be read in that order.
     */
    FIRST("first"),
    /** The value of the last cell, as {@link #FIRST}. */
    LAST("last");

    private final String word;

    Function(String word) {
      this.word = word;
    }

    /** The word for it in the text of an aggregate, such as {@code null_count}. */
    public String word() {
      return word;
    }

    /** The function that is written so, whatever the case. */
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
   * Returns the number of cells; {@link ReadRequest.Cells} says which cells of a dense array count.
   */
  public static Aggregate count() {
    return COUNT;
  }

  /** The number of cells that are not null in a field. */
  public static Aggregate count(String field) {
    return of(Function.COUNT, field);
  }

  /** The number of cells that are null in a field. */
  public static Aggregate nullCount(String field) {
    return of(Function.NULL_COUNT, field);
  }

  /** The sum of a field of numbers. */
  public static Aggregate sum(String field) {
    return of(Function.SUM, field);
  }

  /** The minimum of a field of numbers or strings. */
  public static Aggregate min(String field) {
    return of(Function.MIN, field);
  }

  /** The maximum of a field of numbers or strings. */
  public static Aggregate max(String field) {
    return of(Function.MAX, field);
  }

  /** The mean of a field of numbers. */
  public static Aggregate mean(String field) {
    return of(Function.MEAN, field);
  }

  /** The number of different values of a field. */
  public static Aggregate countDistinct(String field) {
    return of(Function.COUNT_DISTINCT, field);
  }

  /** The median of a field of numbers. */
  public static Aggregate median(String field) {
    return of(Function.MEDIAN, field);
  }

  /**
   * A quantile of a field of numbers.
   *
   * @param fraction the part of the values below it, from 0 to 1
   * @throws InvalidRequestException if it is not
   */
  public static Aggregate quantile(String field, double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new InvalidRequestException(
          "a quantile of " + fraction + ": the part of the values below it is from 0 to 1");
    }
    return new Aggregate(
        Function.QUANTILE, Objects.requireNonNull(field, "field"), fraction == 0 ? 0 : fraction);
  }

  /** The standard deviation of a field of numbers. */
  public static Aggregate stddev(String field) {
    return of(Function.STDDEV, field);
  }

  /** The variance of a field of numbers. */
  public static Aggregate var(String field) {
    return of(Function.VAR, field);
  }

  /** The first value of a field. */
  public static Aggregate first(String field) {
    return of(Function.FIRST, field);
  }

  /** The last value of a field. */
  public static Aggregate last(String field) {
    return of(Function.LAST, field);
  }

  /**
   * A function of a field; whether the field has a type that fits is checked by the read.
   *
   * @throws InvalidRequestException for {@link Function#QUANTILE}, which {@link #quantile} makes
   */
  public static Aggregate of(Function function, String field) {
    if (function == Function.QUANTILE) {
      throw new InvalidRequestException("of which part? Ask for Aggregate.quantile(field, 0.9)");
    }
    return new Aggregate(
        Objects.requireNonNull(function, "function"),
        Objects.requireNonNull(field, "field"),
        function == Function.MEDIAN ? HALF : 0);
  }

  /**
   * Reads an aggregate's text, such as {@code count()} or {@code mean(temp)}; names that are not
   * plain are in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if it cannot be read; it shows where
   */
  public static Aggregate parse(String text) {
    return AggregateParser.aggregate(text);
  }

  /** What is computed of cells. */
  public Function function() {
    return function;
  }

  /** The name of the field; empty where cells as such are counted. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** Of a quantile or the median the part of the values below it, from 0 to 1; 0 for others. */
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

  /** Its text: {@code mean(temp)}; it is the name of its column in an answer. */
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
