package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A literal of a predicate. Immutable. Numbers have any size: a number that does not fit the
 * column's type is still compared by its value.
 */
public sealed interface Value {
  /** The unknown value, SQL's NULL. */
  Value NULL = new Null();

  /** SQL's NULL. Use {@link Value#NULL}. */
  record Null() implements Value {}

  /**
   * A boolean.
   *
   * @param value its value
   */
  record Bool(boolean value) implements Value {}

  /**
   * An exact number: an integer or a decimal.
   *
   * @param value the number
   */
  record Exact(BigDecimal value) implements Value {}

  /**
   * A floating-point number, including NaN and infinities.
   *
   * @param value the number; a 32-bit number is widened
   */
  record Floating(double value) implements Value {}

  /**
   * A text.
   *
   * @param value the text
   */
  record Text(String value) implements Value {}

  /** Bytes. For a text column, they are compared with its UTF-8 bytes. */
  final class Bytes implements Value {
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
      return "Bytes[" + HexFormat.of().formatHex(value) + "]";
    }
  }

  /**
   * A date (its midnight) or a time, without a zone.
   *
   * @param attoseconds the time since 1970-01-01T00:00, in units of 10^-18 seconds
   */
  record Time(BigInteger attoseconds) implements Value {}

  /**
   * Converts a Java object to a literal.
   *
   * @param value null, a boolean, integer (including {@link BigInteger}), {@link BigDecimal},
   *     {@link Float}, {@link Double}, {@link String}, byte array, {@link LocalDate}, {@link
   *     LocalDateTime}, {@link Instant} (as UTC), or a {@link Value}
   * @throws IllegalArgumentException for any other object
   */
  static Value of(@Nullable Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Value already) {
      return already;
    }
    if (value instanceof Boolean flag) {
      return new Bool(flag);
    }
    if (value instanceof Double || value instanceof Float) {
      return new Floating(((Number) value).doubleValue());
    }
    if (value instanceof BigDecimal decimal) {
      return new Exact(decimal);
    }
    if (value instanceof BigInteger
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return new Exact(new BigDecimal(value.toString()));
    }
    if (value instanceof String text) {
      return new Text(text);
    }
    if (value instanceof byte[] bytes) {
      return new Bytes(bytes);
    }
    if (value instanceof LocalDate date) {
      return ofTime(Datatype.DATETIME_DAY, date.toEpochDay());
    }
    if (value instanceof LocalDateTime time) {
      return of(time.toInstant(ZoneOffset.UTC));
    }
    if (value instanceof Instant time) {
      return new Time(
          Attoseconds.attoseconds(Datatype.DATETIME_SEC, time.getEpochSecond())
              .add(Attoseconds.attoseconds(Datatype.DATETIME_NS, time.getNano())));
    }
    throw new IllegalArgumentException(
        "cannot convert a %s to a value; use a number, text, bytes, a boolean, a date or a time"
            .formatted(value.getClass().getName()));
  }

  /**
   * Returns a time given as a count of units since 1970, such as an engine's microseconds.
   *
   * @param unit one of the {@code DATETIME_} types
   * @throws IllegalArgumentException for any other type
   */
  static Value ofTime(Datatype unit, long count) {
    if (!unit.isDatetime()) {
      throw new IllegalArgumentException(
          unit + " is not a unit of points in time; use a DATETIME_ type");
    }
    return new Time(Attoseconds.attoseconds(unit, count));
  }
}
