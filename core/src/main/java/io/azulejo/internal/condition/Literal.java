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

/** A constant to compare with, typed like the field when the condition is used. Immutable. */
public sealed interface Literal {
  /**
   * Converts a value to a literal.
   *
   * @param value an integer, {@link BigDecimal}, {@link Double}, {@link Float}, string, byte array,
   *     boolean, or a date, time or duration of {@code java.time}. Bits of floating-point numbers
   *     are kept. A string is parsed as an ISO 8601 date or duration if the field has such a type.
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
        ("cannot compare with %s; pass a number, a string, bytes, a boolean, a date, a time, a"
                + " duration or a year from 1000 to 9999")
            .formatted(value == null ? "null (use isNull() instead)" : value.getClass()));
  }

  private static Decimal number(BigDecimal value) {
    if (!Decimal.isReadable(value)) {
      throw new InvalidRequestException(
          "a number has more than %d characters, or its exponent is out of range; use a shorter one"
              .formatted(ConditionLimits.NUMBER_LENGTH));
    }
    return new Decimal(value);
  }

  /**
   * An exact decimal number.
   *
   * @param value the number
   * @param maybeYear whether it was written as exactly four digits, which mean a year if the field
   *     has datetimes
   */
  record Decimal(BigDecimal value, boolean maybeYear) implements Literal {
    /** Creates a number that is not a year; for a datetime field it is the stored number. */
    public Decimal(BigDecimal value) {
      this(value, false);
    }

    /** Returns whether the text of a number can be parsed again. */
    static boolean isReadable(BigDecimal value) {
      return value.scale() != Integer.MIN_VALUE
          && value.precision() <= ConditionLimits.NUMBER_LENGTH
          && text(value).length() <= ConditionLimits.NUMBER_LENGTH;
    }

    /** Returns the number as text. Java cannot parse its own text for exponents beyond INT32. */
    private static String text(BigDecimal value) {
      long exponent = value.precision() - 1L - value.scale();
      return Math.abs(exponent) > Integer.MAX_VALUE
          ? value.unscaledValue() + "E" + -(long) value.scale()
          : value.toString();
    }

    /** Returns the number as a date if it may be a year; empty otherwise. */
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
   * A 64-bit floating-point number, including NaN, infinities and -0.0.
   *
   * @param value the number; a FLOAT32 is widened
   */
  record FloatingPoint(double value) implements Literal {
    @Override
    public String toString() {
      return ConditionText.floatingPoint(value);
    }
  }

  /**
   * A text: a string, compared by its UTF-8 bytes, or a date or duration.
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

    /** Copies the bytes. */
    public Bytes(byte[] value) {
      this.value = value.clone();
    }

    /** Returns a copy of the bytes. */
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
   * A boolean.
   *
   * @param value its value
   */
  record Bool(boolean value) implements Literal {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }
}
