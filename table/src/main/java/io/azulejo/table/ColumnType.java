package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.util.Locale;
import java.util.Optional;

/**
 * What the values of a column are to an engine, in words that are no engine's.
 *
 * @param kind what a value is
 * @param unit of {@link Kind#TIMESTAMP} and {@link Kind#INSTANT}: the unit that values are exact to
 * @param element of {@link Kind#LIST}: what the values of the list are
 * @param length of {@link Kind#LIST} and {@link Kind#BINARY}: how many values or bytes each has;
 *     empty where that varies
 * @param digits of {@link Kind#DECIMAL}: the digits before and behind the point
 */
public record ColumnType(
    Kind kind,
    Optional<Datatype> unit,
    Optional<ColumnType> element,
    Optional<Integer> length,
    Optional<ColumnHint.Decimal> digits) {

  /** What a value is. */
  public enum Kind {
    /** True or false. */
    BOOLEAN,
    /** A signed integer of 8 bits. */
    INT8,
    /** A signed integer of 16 bits. */
    INT16,
    /** A signed integer of 32 bits. */
    INT32,
    /** A signed integer of 64 bits. */
    INT64,
    /** An unsigned integer of 8 bits; one of 16 bits in engines without unsigned types. */
    UINT8,
    /** An unsigned integer of 16 bits; one of 32 bits in engines without unsigned types. */
    UINT16,
    /** An unsigned integer of 32 bits; one of 64 bits in engines without unsigned types. */
    UINT32,
    /** An unsigned integer of 64 bits; a decimal of 20 digits in engines without such. */
    UINT64,
    /** A floating-point number of 32 bits. */
    FLOAT32,
    /** A floating-point number of 64 bits. */
    FLOAT64,
    /** A decimal number of up to 18 digits: an integer with {@link ColumnHint.Decimal}. */
    DECIMAL,
    /** A text; its bytes are UTF-8, unless who wrote it did not care. */
    TEXT,
    /** Bytes. */
    BINARY,
    /** A day. */
    DATE,
    /** A day and a time, without a zone. */
    TIMESTAMP,
    /** A point in time, counted in UTC: a timestamp with {@link ColumnHint.Instant}. */
    INSTANT,
    /** Several values. */
    LIST
  }

  static ColumnType of(Kind kind) {
    return new ColumnType(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  static ColumnType time(Kind kind, Datatype unit) {
    return new ColumnType(
        kind, Optional.of(unit), Optional.empty(), Optional.empty(), Optional.empty());
  }

  static ColumnType decimal(ColumnHint.Decimal digits) {
    return new ColumnType(
        Kind.DECIMAL, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(digits));
  }

  static ColumnType binary(Optional<Integer> length) {
    return new ColumnType(
        Kind.BINARY, Optional.empty(), Optional.empty(), length, Optional.empty());
  }

  static ColumnType list(ColumnType element, Optional<Integer> length) {
    return new ColumnType(
        Kind.LIST, Optional.empty(), Optional.of(element), length, Optional.empty());
  }

  /**
   * As {@code INT32}, {@code DECIMAL(10,2)}, {@code TIMESTAMP(DATETIME_US)}, {@code LIST(INT8, 3)}.
   */
  @Override
  public String toString() {
    if (digits.isPresent()) {
      return digits.get().toString().toUpperCase(Locale.ROOT);
    }
    StringBuilder inner = new StringBuilder();
    unit.ifPresent(inner::append);
    element.ifPresent(inner::append);
    length.ifPresent(n -> inner.append(inner.isEmpty() ? "" : ", ").append(n));
    return inner.isEmpty() ? kind.toString() : kind + "(" + inner + ")";
  }
}
