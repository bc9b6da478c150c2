package io.azulejo.query;

import io.azulejo.internal.condition.ConditionText;
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
 * mean is NaN; but where the field can be null, all of these are null except for the counts.
 */
public final class Aggregate {
  /** What is computed of cells, and the type of the result. */
  public enum Function {
    /** The number of cells, or of those that are not null in a field: UINT64. */
    COUNT("count"),
    /** The number of cells that are null in a field: UINT64. */
    NULL_COUNT("null_count"),
    /**
     * The sum: INT64 of signed integers, datetimes and times, UINT64 of unsigned integers, FLOAT64
     * of floating-point numbers. A sum that overflows, at the end or while it is computed, is the
     * maximum of that type, also where it is below the minimum; of a nullable field it is null.
     */
    SUM("sum"),
    /**
     * The minimum, of the field's type; of strings in the order of their bytes. NaN only where
     * there is nothing else.
     */
    MIN("min"),
    /** The maximum, as {@link #MIN}. */
    MAX("max"),
    /**
     * The sum divided by the number of values: FLOAT64. Where the sum overflows, the maximum of
     * FLOAT64; of a nullable field null.
     */
    MEAN("mean");

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

  private static final Aggregate COUNT = new Aggregate(Function.COUNT, null);

  private final Function function;
  private final @Nullable String field;

  private Aggregate(Function function, @Nullable String field) {
    this.function = function;
    this.field = field;
  }

  /**
   * The number of cells. Of a dense array these are all cells of the ranges, written or not and
   * whatever a condition says; but see {@link ReadRequest.Builder#onlyMatching}.
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

  /** The minimum of a field of numbers or ASCII strings. */
  public static Aggregate min(String field) {
    return of(Function.MIN, field);
  }

  /** The maximum of a field of numbers or ASCII strings. */
  public static Aggregate max(String field) {
    return of(Function.MAX, field);
  }

  /** The mean of a field of numbers. */
  public static Aggregate mean(String field) {
    return of(Function.MEAN, field);
  }

  /** A function of a field; whether the field has a type that fits is checked by the read. */
  public static Aggregate of(Function function, String field) {
    return new Aggregate(
        Objects.requireNonNull(function, "function"), Objects.requireNonNull(field, "field"));
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

  @Override
  public boolean equals(Object other) {
    return other instanceof Aggregate that
        && function == that.function
        && Objects.equals(field, that.field);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, field);
  }

  /** Its text: {@code mean(temp)}; it is the name of its column in an answer. */
  @Override
  public String toString() {
    return function.word + "(" + (field == null ? "" : ConditionText.name(field)) + ")";
  }
}
