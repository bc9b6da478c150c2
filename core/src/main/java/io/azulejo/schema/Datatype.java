package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types of dimensions, attributes, labels and metadata values. The constants are in the order
 * of their codes on disk (format document, "Datatype").
 */
public enum Datatype {
  /** 32-bit signed integer. */
  INT32(4, Kind.SIGNED),
  /** 64-bit signed integer. */
  INT64(8, Kind.SIGNED),
  /** 32-bit IEEE 754 floating-point number. */
  FLOAT32(4, Kind.FLOATING_POINT),
  /** 64-bit IEEE 754 floating-point number. */
  FLOAT64(8, Kind.FLOATING_POINT),
  /** One-byte character, treated as text. */
  CHAR(1, Kind.CHAR),
  /** 8-bit signed integer. */
  INT8(1, Kind.SIGNED),
  /** 8-bit unsigned integer. */
  UINT8(1, Kind.UNSIGNED),
  /** 16-bit signed integer. */
  INT16(2, Kind.SIGNED),
  /** 16-bit unsigned integer. */
  UINT16(2, Kind.UNSIGNED),
  /** 32-bit unsigned integer. */
  UINT32(4, Kind.UNSIGNED),
  /** 64-bit unsigned integer. */
  UINT64(8, Kind.UNSIGNED),
  /** ASCII text. */
  STRING_ASCII(1, Kind.STRING),
  /** UTF-8 text. */
  STRING_UTF8(1, Kind.STRING),
  /** UTF-16 text, two bytes per value. */
  STRING_UTF16(2, Kind.STRING),
  /** UTF-32 text, four bytes per value. */
  STRING_UTF32(4, Kind.STRING),
  /** UCS-2 text, two bytes per value. */
  STRING_UCS2(2, Kind.STRING),
  /** UCS-4 text, four bytes per value. */
  STRING_UCS4(4, Kind.STRING),
  /** Uninterpreted bytes; cells always have a variable size. */
  ANY(1, Kind.BYTES),
  /** Years since 1970. */
  DATETIME_YEAR(8, Kind.DATETIME),
  /** Months since 1970-01. */
  DATETIME_MONTH(8, Kind.DATETIME),
  /** Weeks since 1970-01-01. */
  DATETIME_WEEK(8, Kind.DATETIME),
  /** Days since 1970-01-01. */
  DATETIME_DAY(8, Kind.DATETIME),
  /** Hours since 1970-01-01T00Z. */
  DATETIME_HR(8, Kind.DATETIME),
  /** Minutes since 1970-01-01T00:00Z. */
  DATETIME_MIN(8, Kind.DATETIME),
  /** Seconds since 1970-01-01T00:00Z. */
  DATETIME_SEC(8, Kind.DATETIME),
  /** Milliseconds since 1970-01-01T00:00Z. */
  DATETIME_MS(8, Kind.DATETIME),
  /** Microseconds since 1970-01-01T00:00Z. */
  DATETIME_US(8, Kind.DATETIME),
  /** Nanoseconds since 1970-01-01T00:00Z. */
  DATETIME_NS(8, Kind.DATETIME),
  /** Picoseconds since 1970-01-01T00:00Z. */
  DATETIME_PS(8, Kind.DATETIME),
  /** Femtoseconds since 1970-01-01T00:00Z. */
  DATETIME_FS(8, Kind.DATETIME),
  /** Attoseconds since 1970-01-01T00:00Z. */
  DATETIME_AS(8, Kind.DATETIME),
  /** A time of day or a duration in hours. */
  TIME_HR(8, Kind.TIME),
  /** A time of day or a duration in minutes. */
  TIME_MIN(8, Kind.TIME),
  /** A time of day or a duration in seconds. */
  TIME_SEC(8, Kind.TIME),
  /** A time of day or a duration in milliseconds. */
  TIME_MS(8, Kind.TIME),
  /** A time of day or a duration in microseconds. */
  TIME_US(8, Kind.TIME),
  /** A time of day or a duration in nanoseconds. */
  TIME_NS(8, Kind.TIME),
  /** A time of day or a duration in picoseconds. */
  TIME_PS(8, Kind.TIME),
  /** A time of day or a duration in femtoseconds. */
  TIME_FS(8, Kind.TIME),
  /** A time of day or a duration in attoseconds. */
  TIME_AS(8, Kind.TIME),
  /** Uninterpreted bytes. */
  BLOB(1, Kind.BYTES),
  /** A boolean: 0 or 1. */
  BOOL(1, Kind.UNSIGNED),
  /** A geometry in well-known binary form. */
  GEOM_WKB(1, Kind.BYTES),
  /** A geometry as well-known text. */
  GEOM_WKT(1, Kind.BYTES);

  /**
   * Units of datetimes and times, from longest to shortest. Years and months vary in length. Every
   * other unit is a whole number of each shorter unit.
   */
  public enum Unit {
    /** Years of 12 months. */
    YEAR(0),
    /** Months of 28 to 31 days. */
    MONTH(0),
    /** Weeks. */
    WEEK(0),
    /** Days of 24 hours. */
    DAY(7),
    /** Hours. */
    HR(24),
    /** Minutes. */
    MIN(60),
    /** Seconds. */
    SEC(60),
    /** Milliseconds. */
    MS(1000),
    /** Microseconds. */
    US(1000),
    /** Nanoseconds. */
    NS(1000),
    /** Picoseconds. */
    PS(1000),
    /** Femtoseconds. */
    FS(1000),
    /** Attoseconds. */
    AS(1000);

    /**
     * Number of units (first index) in one longer unit (second index), as {@link #countIn} returns
     * it.
     */
    private static final long[][] COUNTS = new long[values().length][values().length];

    static {
      for (int i = 0; i < COUNTS.length; i++) {
        int unit = i;
        Arrays.setAll(COUNTS[i], longer -> count(unit, longer));
      }
    }

    /** Number of these units in the next longer unit; 0 if it varies. */
    private final long perLongerUnit;

    Unit(long perLongerUnit) {
      this.perLongerUnit = perLongerUnit;
    }

    /** Returns whether the unit has a fixed length. Years and months do not. */
    public boolean isFixed() {
      return compareTo(WEEK) >= 0;
    }

    /**
     * Returns the number of these units in one longer unit.
     *
     * @param longer a unit of fixed length that is at least as long as this one
     * @return the number, or 0 if it exceeds 63 bits, or if {@code longer} is shorter or not fixed
     */
    public long countIn(Unit longer) {
      return COUNTS[ordinal()][longer.ordinal()];
    }

    private static long count(int unit, int longer) {
      if (longer < WEEK.ordinal() || longer > unit) {
        return 0;
      }
      long count = 1;
      for (int i = longer + 1; i <= unit && count > 0; i++) {
        long each = values()[i].perLongerUnit;
        count = count > Long.MAX_VALUE / each ? 0 : count * each;
      }
      return count;
    }

    /**
     * Returns the number of decimal places that express this unit in seconds: 3 for {@link #MS}, 0
     * for seconds and longer units.
     */
    public int decimals() {
      return Math.max(0, 3 * (ordinal() - SEC.ordinal()));
    }

    /** Returns the datetime type with this unit. */
    public Datatype datetime() {
      return Datatype.valueOf("DATETIME_" + name());
    }

    /**
     * Returns the time type with this unit.
     *
     * @return the type, or empty for units longer than an hour
     */
    public Optional<Datatype> time() {
      return compareTo(HR) < 0 ? Optional.empty() : Optional.of(Datatype.valueOf("TIME_" + name()));
    }
  }

  /** Classifies types by how their values are interpreted. */
  private enum Kind {
    SIGNED,
    UNSIGNED,
    FLOATING_POINT,
    CHAR,
    STRING,
    BYTES,
    DATETIME,
    TIME
  }

  private final int size;
  private final Kind kind;
  private final @Nullable Unit unit;

  Datatype(int size, Kind kind) {
    this.size = size;
    this.kind = kind;
    boolean timed = kind == Kind.DATETIME || kind == Kind.TIME;
    this.unit = timed ? Unit.valueOf(name().substring(name().lastIndexOf('_') + 1)) : null;
  }

  /** Returns the size of one value in bytes: 1, 2, 4 or 8. */
  public int size() {
    return size;
  }

  /** Returns whether this is one of the six {@code STRING_} types. {@link #CHAR} is not. */
  public boolean isString() {
    return kind == Kind.STRING;
  }

  /**
   * Returns the encoding of text of this type: UTF-16LE, UTF-32LE, or UTF-8 for all other types.
   */
  public Charset charset() {
    return switch (this) {
      case STRING_UTF16, STRING_UCS2 -> StandardCharsets.UTF_16LE;
      case STRING_UTF32, STRING_UCS4 -> Charset.forName("UTF-32LE");
      default -> StandardCharsets.UTF_8;
    };
  }

  /** Returns whether this is {@link #FLOAT32} or {@link #FLOAT64}. */
  public boolean isFloatingPoint() {
    return kind == Kind.FLOATING_POINT;
  }

  /** Returns whether this is an integer type or {@link #BOOL}. Datetimes and times are not. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Returns whether this is an unsigned integer type, including {@link #BOOL}. */
  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }

  /** Returns whether this is a {@code DATETIME_} type. */
  public boolean isDatetime() {
    return kind == Kind.DATETIME;
  }

  /** Returns whether this is a {@code TIME_} type. */
  public boolean isTime() {
    return kind == Kind.TIME;
  }

  /**
   * Returns the unit of this datetime or time type.
   *
   * @throws InvalidRequestException if this is neither a datetime nor a time type
   */
  public Unit unit() {
    if (unit == null) {
      throw new InvalidRequestException(
          this + " has no unit of time; use a DATETIME_ or TIME_ type");
    }
    return unit;
  }

  /** Returns whether values are stored as integers. This includes datetimes and times. */
  public boolean isIntegerValued() {
    return isInteger() || isDatetime() || isTime();
  }

  /**
   * Returns whether values are bytes without a defined order: blobs, geometries and {@link #ANY}.
   */
  public boolean isBytes() {
    return kind == Kind.BYTES;
  }

  /** Returns whether a dimension can have this type. */
  public boolean isDimensionType() {
    return this == STRING_ASCII || isFloatingPoint() || (isIntegerValued() && this != BOOL);
  }

  /**
   * Returns the default fill value as the little-endian bytes of one value. Source: format
   * document, "Default fill values".
   *
   * @return the lowest value for signed integers, datetimes and times; the highest value for
   *     unsigned integers except {@link #BOOL}; NaN for floating-point types; 0x80 for {@link
   *     #CHAR}; zero for all other types
   */
  public byte[] defaultFill() {
    byte[] fill = new byte[size];
    switch (kind) {
      case SIGNED, DATETIME, TIME -> fill[size - 1] = (byte) 0x80;
      case UNSIGNED -> {
        if (this != BOOL) {
          Arrays.fill(fill, (byte) 0xff);
        }
      }
      case FLOATING_POINT -> {
        fill[size - 1] = 0x7f;
        fill[size - 2] = size == 4 ? (byte) 0xc0 : (byte) 0xf8;
      }
      case CHAR -> fill[0] = (byte) 0x80;
      case STRING, BYTES -> {}
    }
    return fill;
  }
}
