package io.azulejo.table;

import io.azulejo.schema.Datatype;
import java.util.Objects;

/**
 * How an engine sees and compares values, as far as engines differ. Immutable.
 *
 * @param nans how NaN compares
 * @param zeros how -0.0 compares with 0.0
 * @param texts how texts compare
 * @param spaces whether spaces at the end of texts count in comparisons
 * @param mixed how an exact number (integer or decimal) compares with a floating-point number
 * @param unsigned what UINT64 is
 * @param finest the unit of the engine's timestamps, from DATETIME_DAY to DATETIME_AS
 * @param finer what datetimes are that have a finer unit
 * @param nat what the least number of a datetime is, "not a time"
 * @param beyond what dates and timestamps are that the engine cannot count: dates as days in 32
 *     bits, timestamps as the finest unit in 64 bits
 */
public record Dialect(
    Nans nans,
    Zeros zeros,
    Texts texts,
    Spaces spaces,
    Mixed mixed,
    Unsigned unsigned,
    Datatype finest,
    Finer finer,
    Nat nat,
    Beyond beyond) {

  /** How NaN compares. */
  public enum Nans {
    /** As IEEE 754 has it: NaN differs from all, itself too, and is neither less nor greater. */
    UNORDERED,
    /** NaN equals NaN and is greater than all numbers. */
    GREATEST
  }

  /** How -0.0 compares with 0.0. */
  public enum Zeros {
    /** They are equal. */
    EQUAL,
    /** -0.0 is less. */
    DISTINCT
  }

  /** How texts compare. */
  public enum Texts {
    /** By their unsigned UTF-8 bytes, as they are stored. */
    BYTES,
    /**
     * By UTF-16 code units, as strings of Java do. Bytes that are no UTF-8 are seen as {@code
     * U+FFFD}.
     */
    UTF16
  }

  /** Whether spaces at the end of texts count. */
  public enum Spaces {
    /** They do. */
    COUNT,
    /** Texts that differ only in them are equal, as of CHAR in SQL. */
    IGNORED
  }

  /** How an exact number compares with a floating-point number. */
  public enum Mixed {
    /** As the numbers that they are. */
    EXACT,
    /** The exact one becomes the nearest number of 64 bits first. */
    AS_DOUBLE
  }

  /** What UINT64 is. */
  public enum Unsigned {
    /** A decimal of 20 digits, or an unsigned type: the number that it is. */
    EXACT,
    /** A signed number of 64 bits, negative from 2⁶³ on. */
    WRAPPED
  }

  /** What datetimes are that have a finer unit than the engine. */
  public enum Finer {
    /** Numbers: how many units since 1970. */
    NUMBERS,
    /** Timestamps, rounded down. */
    ROUNDED
  }

  /** What the least number of a datetime is. */
  public enum Nat {
    /** Null. */
    NULL,
    /** The point in time that it would be. */
    VALUE
  }

  /** What dates and timestamps are that the engine cannot count. */
  public enum Beyond {
    /** Values: the engine compares them, or fails when it reads one. */
    VALUE,
    /** Null. */
    NULL
  }

  /** Apache Spark: NaN is the greatest, texts are bytes, timestamps have microseconds. */
  public static final Dialect SPARK =
      new Dialect(
          Nans.GREATEST,
          Zeros.EQUAL,
          Texts.BYTES,
          Spaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_US,
          Finer.NUMBERS,
          Nat.NULL,
          Beyond.VALUE);

  /** Trino: IEEE 754, texts are bytes, timestamps have picoseconds. */
  public static final Dialect TRINO =
      new Dialect(
          Nans.UNORDERED,
          Zeros.EQUAL,
          Texts.BYTES,
          Spaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_PS,
          Finer.NUMBERS,
          Nat.NULL,
          Beyond.VALUE);

  /** Apache Calcite with its own operators: strings of Java, timestamps have milliseconds. */
  public static final Dialect CALCITE =
      new Dialect(
          Nans.UNORDERED,
          Zeros.EQUAL,
          Texts.UTF16,
          Spaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_MS,
          Finer.NUMBERS,
          Nat.NULL,
          Beyond.VALUE);

  /** DuckDB: NaN is the greatest, texts are bytes, timestamps have nanoseconds. */
  public static final Dialect DUCKDB =
      new Dialect(
          Nans.GREATEST,
          Zeros.EQUAL,
          Texts.BYTES,
          Spaces.COUNT,
          Mixed.AS_DOUBLE,
          Unsigned.EXACT,
          Datatype.DATETIME_NS,
          Finer.NUMBERS,
          Nat.NULL,
          Beyond.VALUE);

  /** Checks that nothing is missing, and the unit. */
  public Dialect {
    Objects.requireNonNull(nans, "nans");
    Objects.requireNonNull(zeros, "zeros");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(spaces, "spaces");
    Objects.requireNonNull(mixed, "mixed");
    Objects.requireNonNull(unsigned, "unsigned");
    Objects.requireNonNull(finer, "finer");
    Objects.requireNonNull(nat, "nat");
    Objects.requireNonNull(beyond, "beyond");
    if (!finest.isDatetime() || finest.compareTo(Datatype.DATETIME_DAY) < 0) {
      throw new IllegalArgumentException(
          finest + " is no unit of timestamps: give one from DATETIME_DAY to DATETIME_AS");
    }
  }

  /** The same with datetimes of finer units rounded down, or as numbers. */
  public Dialect withFiner(Finer other) {
    return new Dialect(nans, zeros, texts, spaces, mixed, unsigned, finest, other, nat, beyond);
  }

  /** The same with UINT64 as another type. */
  public Dialect withUnsigned(Unsigned other) {
    return new Dialect(nans, zeros, texts, spaces, mixed, other, finest, finer, nat, beyond);
  }

  /** The same with NaT as null, or as what it would be. */
  public Dialect withNat(Nat other) {
    return new Dialect(nans, zeros, texts, spaces, mixed, unsigned, finest, finer, other, beyond);
  }

  /** Returns the same dialect with another meaning of datetimes that the engine cannot count. */
  public Dialect withBeyond(Beyond other) {
    return new Dialect(nans, zeros, texts, spaces, mixed, unsigned, finest, finer, nat, other);
  }

  /** Whether a datetime is seen as a date or a timestamp, rather than as a number. */
  boolean isTime(Datatype type) {
    return type.isDatetime() && (finer == Finer.ROUNDED || !isFiner(type));
  }

  /** Whether a datetime has a finer unit than the engine's timestamps. */
  boolean isFiner(Datatype type) {
    return type.isDatetime() && type.compareTo(finest) > 0;
  }
}
