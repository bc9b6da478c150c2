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

/**
 * A constant in a condition. It is converted to the type of the field when the condition is bound
 * to an array. Immutable.
 */
public sealed interface Literal {
  /**
   * Converts a Java value to a literal. Floating-point numbers keep their bits. A string is parsed
   * as an ISO 8601 date or duration if the field has such a type.
   *
   * @param value an integer (including {@link BigInteger}), {@link BigDecimal}, {@link Double},
   *     {@link Float}, string, byte array or boolean, or one of these {@code java.time} classes:
   *     {@link Year} (1000 to 9999), {@link YearMonth}, {@link LocalDate}, {@link LocalDateTime},
   *     {@link OffsetDateTime}, {@link Instant}, {@link Duration}
   * @throws InvalidRequestException if the value is null, has another class, or is a number that is
   *     too long
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
   * @param maybeYear whether the number is written as exactly four digits, which mean a year if the
   *     field has a datetime type
   */
  record Decimal(BigDecimal value, boolean maybeYear) implements Literal {
    /**
     * Creates a number that is not a year. A datetime field is compared with it by its stored
     * integer.
     */
    public Decimal(BigDecimal value) {
      this(value, false);
    }

    /** Returns whether the parser can read the text of a number. */
    static boolean isReadable(BigDecimal value) {
      return value.scale() != Integer.MIN_VALUE
          && value.precision() <= ConditionLimits.NUMBER_LENGTH
          && text(value).length() <= ConditionLimits.NUMBER_LENGTH;
    }

    /**
     * Returns the text of a number. It differs from {@link BigDecimal#toString} if the exponent
     * exceeds 32 bits, because Java cannot parse its own text for such numbers.
     */
    private static String text(BigDecimal value) {
      long exponent = value.precision() - 1L - value.scale();
      return Math.abs(exponent) > Integer.MAX_VALUE
          ? value.unscaledValue() + "E" + -(long) value.scale()
          : value.toString();
    }

    /** Returns the number as the text of a date if it may be a year, or empty otherwise. */
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
   * A floating-point number, which may be NaN, an infinity or -0.0.
   *
   * @param value the number; a 32-bit number is widened
   */
  record FloatingPoint(double value) implements Literal {
    @Override
    public String toString() {
      return ConditionText.floatingPoint(value);
    }
  }

  /**
   * A text: a string, which is compared by its UTF-8 bytes, or a date or a duration.
   *
   * @param value the text
   */
  record Text(String value) implements Literal {
    @Override
    public String toString() {
      return ConditionText.text(value);
    }
  }

  /** A byte string, which is compared with the stored bytes. */
  final class Bytes implements Literal {
    private final byte[] value;

    /** Creates a literal from a copy of the bytes. */
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
   * A boolean constant.
   *
   * @param value the value of the constant
   */
  record Bool(boolean value) implements Literal {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }
}
