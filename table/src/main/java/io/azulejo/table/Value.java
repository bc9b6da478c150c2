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
 * A literal in a predicate. Numbers are not limited in size: a number that does not fit the
 * column's type is still compared by its value. Immutable.
 */
public sealed interface Value {
  /** The NULL of SQL. */
  Value NULL = new Null();

  /** The NULL of SQL. Use the constant {@link Value#NULL}. */
  record Null() implements Value {}

  /**
   * A boolean.
   *
   * @param value the boolean
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
   * @param value the number; a 32-bit number is widened to 64 bits
   */
  record Floating(double value) implements Value {}

  /**
   * A text.
   *
   * @param value the text as a Java string
   */
  record Text(String value) implements Value {}

  /** A byte string. In a text column, it is compared with the UTF-8 bytes. */
  final class Bytes implements Value {
    private final byte[] value;

    /** Creates a literal with a copy of the bytes. */
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
   * A date or a timestamp without a time zone. A date is represented by its midnight.
   *
   * @param attoseconds the time since 1970-01-01T00:00 (attoseconds, 10^-18 seconds); negative
   *     before
   */
  record Time(BigInteger attoseconds) implements Value {}

  /**
   * Converts a Java object to a literal.
   *
   * @param value null, a boolean, an integer (including {@link BigInteger}), {@link BigDecimal},
   *     {@link Float}, {@link Double}, {@link String}, a byte array, {@link LocalDate}, {@link
   *     LocalDateTime}, {@link Instant} (as a UTC timestamp), or a {@link Value}
   * @throws IllegalArgumentException if the object has any other type
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
   * Returns a date or timestamp from a number of units since 1970.
   *
   * @param unit one of the {@code DATETIME_} types
   * @param count the number of units since 1970, for example an engine's microseconds; may be
   *     negative
   * @throws IllegalArgumentException if the type is not a {@code DATETIME_} type
   */
  static Value ofTime(Datatype unit, long count) {
    if (!unit.isDatetime()) {
      throw new IllegalArgumentException(
          unit + " is not a unit of points in time; use a DATETIME_ type");
    }
    return new Time(Attoseconds.attoseconds(unit, count));
  }
}
