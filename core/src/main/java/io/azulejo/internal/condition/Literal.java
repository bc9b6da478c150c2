package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** A value to compare with. It takes the field's type when the condition is used on an array. */
public sealed interface Literal {
  /**
   * The literal of a value: integers, {@link BigDecimal}, {@link Double} and {@link Float} (each
   * bit counts), strings (texts, or dates and durations of ISO 8601 where the field has such a
   * type), byte arrays, booleans, and dates, times and durations of {@code java.time}.
   *
   * @throws InvalidRequestException for any other value
   */
  static Literal of(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return new FloatingPoint(((Number) value).doubleValue());
    }
    if (value instanceof BigDecimal decimal) {
      return number(decimal);
    }
    if (value instanceof BigInteger integer) {
      return number(new BigDecimal(integer));
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return new Decimal(BigDecimal.valueOf(((Number) value).longValue()));
    }
    if (value instanceof Boolean flag) {
      return new Bool(flag);
    }
    if (value instanceof String text) {
      return new Text(text);
    }
    if (value instanceof byte[] bytes) {
      return new Bytes(bytes);
    }
    if (value instanceof Year year && year.getValue() >= 1000 && year.getValue() <= 9999) {
      return new Decimal(BigDecimal.valueOf(year.getValue()), true);
    }
    if (value instanceof YearMonth
        || value instanceof LocalDate
        || value instanceof LocalDateTime
        || value instanceof OffsetDateTime
        || value instanceof Instant
        || value instanceof Duration) {
      return new Text(value.toString());
    }
    throw new InvalidRequestException(
        "%s cannot be compared with: give a number, a string, bytes, a boolean, a date, a time, a"
                .formatted(value == null ? "null (ask isNull() instead)" : value.getClass())
            + " duration or a year from 1000 to 9999");
  }

  private static Decimal number(BigDecimal value) {
    if (!Decimal.isReadable(value)) {
      throw new InvalidRequestException(
          "a number has more than %d characters, or its exponent is out of range: give a shorter one"
              .formatted(ConditionLimits.NUMBER_LENGTH));
    }
    return new Decimal(value);
  }

  /**
   * An exact decimal number.
   *
   * @param value the number
   * @param maybeYear whether it was written as four digits alone, which are a year where the field
   *     has datetimes
   */
  record Decimal(BigDecimal value, boolean maybeYear) implements Literal {
    /** A number, of datetimes the one that is stored. */
    public Decimal(BigDecimal value) {
      this(value, false);
    }

    /** Whether the text of a number can be read again. */
    static boolean isReadable(BigDecimal value) {
      return value.scale() != Integer.MIN_VALUE
          && value.precision() <= ConditionLimits.NUMBER_LENGTH
          && text(value).length() <= ConditionLimits.NUMBER_LENGTH;
    }

    /** The text of a number. Java does not read its own text if the exponent exceeds an INT32. */
    private static String text(BigDecimal value) {
      long exponent = value.precision() - 1L - value.scale();
      return Math.abs(exponent) > Integer.MAX_VALUE
          ? value.unscaledValue() + "E" + -(long) value.scale()
          : value.toString();
    }

    /** A year of four digits as a date, where the number was written as such. */
    public Optional<Text> year() {
      return maybeYear ? Optional.of(new Text(value.toString())) : Optional.empty();
    }

    @Override
    public String toString() {
      boolean looksLikeYear =
          value.signum() > 0 && value.scale() == 0 && value.toString().length() == 4;
      return (looksLikeYear && !maybeYear ? "+" : "") + text(value);
    }
  }

  /**
   * A floating-point number of 64 bits, with NaN, infinities and -0.0.
   *
   * @param value the number; a FLOAT32 is the double of the same value
   */
  record FloatingPoint(double value) implements Literal {
    @Override
    public String toString() {
      return ConditionText.floatingPoint(value);
    }
  }

  /**
   * A text: the string itself by its UTF-8 bytes, or a date or duration.
   *
   * @param value the text
   */
  record Text(String value) implements Literal {
    @Override
    public String toString() {
      return ConditionText.text(value);
    }
  }

  /** Bytes as they are stored. */
  final class Bytes implements Literal {
    private final byte[] value;

    /** These bytes (a copy). */
    public Bytes(byte[] value) {
      this.value = value.clone();
    }

    /** The bytes (a copy). */
    public byte[] value() {
      return value.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "x'" + HexFormat.of().formatHex(value) + "'";
    }
  }

  /**
   * True or false.
   *
   * @param value which
   */
  record Bool(boolean value) implements Literal {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }
}
