package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.util.Objects;

/**
 * The rules by which an engine represents and compares values. It contains only rules that differ
 * between engines. Immutable.
 *
 * @param nans how NaN compares
 * @param zeros how -0.0 compares with 0.0
 * @param stringOrder how texts compare
 * @param trailingSpaces whether trailing spaces matter when texts are compared
 * @param mixed how an exact number (integer or decimal) compares with a floating-point number
 * @param unsigned the engine's type for UINT64
 * @param finest the unit of the engine's timestamps, from DATETIME_DAY to DATETIME_AS
 * @param finerUnits the engine's type for datetimes with a finer unit
 * @param nat the meaning of "not a time" (NaT), the smallest value of a datetime
 * @param outOfRange the meaning of dates and timestamps outside the engine's range: 32-bit numbers
 *     of days for dates, 64-bit numbers of the finest unit for timestamps
 */
public record Dialect(
    Nans nans,
    Zeros zeros,
    StringOrder stringOrder,
    TrailingSpaces trailingSpaces,
    Mixed mixed,
    Unsigned unsigned,
    Datatype finest,
    FinerUnits finerUnits,
    Nat nat,
    OutOfRange outOfRange) {

  /** How NaN compares. */
  public enum Nans {
    /**
     * As in IEEE 754: NaN differs from every value including itself, and is neither less nor
     * greater.
     */
    UNORDERED,
    /** NaN equals NaN and is greater than all numbers. */
    GREATEST
  }

  /** How -0.0 compares with 0.0. */
  public enum Zeros {
    /** The zeros are equal. */
    EQUAL,
    /** -0.0 is less than 0.0. */
    DISTINCT
  }

  /** How texts compare. */
  public enum StringOrder {
    /** By unsigned UTF-8 bytes, as they are stored. */
    BYTES,
    /** By UTF-16 code units, like Java strings. Invalid UTF-8 becomes {@code U+FFFD}. */
    UTF16
  }

  /** Whether trailing spaces matter when texts are compared. */
  public enum TrailingSpaces {
    /** Trailing spaces matter. */
    COUNT,
    /** Texts that differ only in trailing spaces are equal, as for CHAR in SQL. */
    IGNORED
  }

  /** How an exact number compares with a floating-point number. */
  public enum Mixed {
    /** Both numbers are compared by their exact values. */
    EXACT,
    /** The exact number is first rounded to a 64-bit floating-point number. */
    AS_DOUBLE
  }

  /** The engine's type for UINT64. */
  public enum Unsigned {
    /** An unsigned type or a decimal of 20 digits, which represents every stored value. */
    EXACT,
    /** A signed 64-bit integer. Values of 2⁶³ or more become negative. */
    WRAPPED
  }

  /** The engine's type for datetimes with a finer unit than its timestamps. */
  public enum FinerUnits {
    /** Integers that count the units since 1970. */
    NUMBERS,
    /** Timestamps, rounded down to the engine's unit. */
    ROUNDED
  }

  /** The meaning of NaT, the smallest value of a datetime. */
  public enum Nat {
    /** Null. */
    NULL,
    /** The time that the stored number represents. */
    VALUE
  }

  /** The meaning of dates and timestamps outside the engine's range. */
  public enum OutOfRange {
    /** Values. The engine compares them, or fails when it reads one. */
    VALUE,
    /** Null. */
    NULL
  }

  /**
   * Apache Spark: NaN is the greatest value, texts compare by bytes, timestamps have microseconds.
   */
  public static final Dialect SPARK =
      new Dialect(
          Nans.GREATEST,
          Zeros.EQUAL,
          StringOrder.BYTES,
          TrailingSpaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_US,
          FinerUnits.NUMBERS,
          Nat.NULL,
          OutOfRange.VALUE);

  /** Trino: NaN is unordered, texts compare by bytes, timestamps have picoseconds. */
  public static final Dialect TRINO =
      new Dialect(
          Nans.UNORDERED,
          Zeros.EQUAL,
          StringOrder.BYTES,
          TrailingSpaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_PS,
          FinerUnits.NUMBERS,
          Nat.NULL,
          OutOfRange.VALUE);

  /**
   * Apache Calcite with its own operators: NaN is unordered, texts compare like Java strings, and
   * timestamps have milliseconds.
   */
  public static final Dialect CALCITE =
      new Dialect(
          Nans.UNORDERED,
          Zeros.EQUAL,
          StringOrder.UTF16,
          TrailingSpaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_MS,
          FinerUnits.NUMBERS,
          Nat.NULL,
          OutOfRange.VALUE);

  /** DuckDB: NaN is the greatest value, texts compare by bytes, timestamps have nanoseconds. */
  public static final Dialect DUCKDB =
      new Dialect(
          Nans.GREATEST,
          Zeros.EQUAL,
          StringOrder.BYTES,
          TrailingSpaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_NS,
          FinerUnits.NUMBERS,
          Nat.NULL,
          OutOfRange.VALUE);

  /**
   * Creates a dialect.
   *
   * @throws NullPointerException if an argument is null
   * @throws IllegalArgumentException if {@code finest} is not a unit of timestamps
   */
  public Dialect {
    Objects.requireNonNull(nans, "nans");
    Objects.requireNonNull(zeros, "zeros");
    Objects.requireNonNull(stringOrder, "stringOrder");
    Objects.requireNonNull(trailingSpaces, "trailingSpaces");
    Objects.requireNonNull(mixed, "mixed");
    Objects.requireNonNull(unsigned, "unsigned");
    Objects.requireNonNull(finerUnits, "finerUnits");
    Objects.requireNonNull(nat, "nat");
    Objects.requireNonNull(outOfRange, "outOfRange");
    if (!finest.isDatetime() || finest.compareTo(Datatype.DATETIME_DAY) < 0) {
      throw new IllegalArgumentException(
          finest + " is not a unit of timestamps; use DATETIME_DAY to DATETIME_AS");
    }
  }

  /** Returns a copy of this dialect with another type for datetimes with a finer unit. */
  public Dialect withFinerUnits(FinerUnits other) {
    return new Dialect(
        nans, zeros, stringOrder, trailingSpaces, mixed, unsigned, finest, other, nat, outOfRange);
  }

  /** Returns a copy of this dialect with another type for UINT64. */
  public Dialect withUnsigned(Unsigned other) {
    return new Dialect(
        nans,
        zeros,
        stringOrder,
        trailingSpaces,
        mixed,
        other,
        finest,
        finerUnits,
        nat,
        outOfRange);
  }

  /** Returns a copy of this dialect with another meaning of NaT. */
  public Dialect withNat(Nat other) {
    return new Dialect(
        nans,
        zeros,
        stringOrder,
        trailingSpaces,
        mixed,
        unsigned,
        finest,
        finerUnits,
        other,
        outOfRange);
  }

  /**
   * Returns a copy of this dialect with another meaning of datetimes outside the engine's range.
   */
  public Dialect withOutOfRange(OutOfRange other) {
    return new Dialect(
        nans, zeros, stringOrder, trailingSpaces, mixed, unsigned, finest, finerUnits, nat, other);
  }

  /**
   * Returns whether the engine reads a datetime type as a date or timestamp instead of a number.
   */
  boolean isTime(Datatype type) {
    return type.isDatetime() && (finerUnits == FinerUnits.ROUNDED || !isFiner(type));
  }

  /** Returns whether a type is a datetime with a finer unit than the engine's timestamps. */
  boolean isFiner(Datatype type) {
    return type.isDatetime() && type.compareTo(finest) > 0;
  }
}
