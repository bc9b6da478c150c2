package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.util.Locale;
import java.util.Optional;

/**
 * The type of a column as an engine sees it. It does not depend on the engine's classes.
 *
 * @param kind the kind of values
 * @param unit the unit of a {@link Kind#TIMESTAMP} or {@link Kind#INSTANT}; otherwise empty
 * @param element the type of the values of a {@link Kind#LIST}; otherwise empty
 * @param length the number of values of a {@link Kind#LIST}, or of bytes of a {@link Kind#BINARY};
 *     empty if it varies and for other kinds
 * @param digits the precision and scale of a {@link Kind#DECIMAL}; otherwise empty
 */
public record ColumnType(
    Kind kind,
    Optional<Datatype> unit,
    Optional<ColumnType> element,
    Optional<Integer> length,
    Optional<ColumnHint.Decimal> digits) {

  /** The kind of a value. */
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
    /** An unsigned 8-bit integer; 16 bits in engines without unsigned types. */
    UINT8,
    /** An unsigned 16-bit integer; 32 bits in engines without unsigned types. */
    UINT16,
    /** An unsigned 32-bit integer; 64 bits in engines without unsigned types. */
    UINT32,
    /** An unsigned 64-bit integer; a decimal of 20 digits in engines without unsigned types. */
    UINT64,
    /** A floating-point number of 32 bits. */
    FLOAT32,
    /** A floating-point number of 64 bits. */
    FLOAT64,
    /**
     * A decimal number of up to 18 digits, stored as an integer with the hint {@link
     * ColumnHint.Decimal}.
     */
    DECIMAL,
    /** Text. Its bytes are UTF-8, unless a writer stored invalid bytes. */
    TEXT,
    /** A byte string. */
    BINARY,
    /** A calendar date. */
    DATE,
    /** A date and a time of day, without a time zone. */
    TIMESTAMP,
    /** A point in time in UTC: a timestamp with the hint {@link ColumnHint.Instant}. */
    INSTANT,
    /** A list of values. */
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
   * Returns the type as text, such as {@code INT32}, {@code DECIMAL(10,2)}, {@code
   * TIMESTAMP(DATETIME_US)} or {@code LIST(INT8, 3)}.
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
