package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** A value to compare with. It takes the field's type when the condition is used on an array. */
public sealed interface Literal {
  /**
   * The literal of a value: integers, {@link BigDecimal}, {@link Double} and {@link Float} (each
   * bit counts), strings (texts, or dates and durations of ISO 8601 where the field has such a
   * type), byte arrays, booleans; a literal itself.
   *
   * @throws InvalidRequestException for any other value
   */
  static Literal of(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return new FloatingPoint(((Number) value).doubleValue());
    }
    if (value instanceof BigDecimal decimal) {
      return new Decimal(decimal);
    }
    if (value instanceof BigInteger integer) {
      return new Decimal(new BigDecimal(integer));
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
    throw new InvalidRequestException(
        "no literal can be made of %s: give a number, a string, bytes or a boolean"
            .formatted(value == null ? "null (ask isNull() instead)" : value.getClass()));
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

    /** A year of four digits as a date, where the number was written as such. */
    public Optional<Text> year() {
      return maybeYear ? Optional.of(new Text(value.toString())) : Optional.empty();
    }

    @Override
    public String toString() {
      boolean looksLikeYear =
          value.signum() > 0 && value.scale() == 0 && value.toString().length() == 4;
      return (looksLikeYear && !maybeYear ? "+" : "") + value;
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
