package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_datatype_t;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The type of the values of an attribute, a dimension, a label, an enumeration or a metadata item.
 */
public enum Datatype {
  /** Signed 32-bit integer. */
  TILEDB_INT32,

  /** Signed 64-bit integer. */
  TILEDB_INT64,

  /** 32-bit floating-point number. */
  TILEDB_FLOAT32,

  /** 64-bit floating-point number. */
  TILEDB_FLOAT64,

  /** Character of 8 bits. */
  TILEDB_CHAR,

  /** Signed 8-bit integer. */
  TILEDB_INT8,

  /** Unsigned 8-bit integer. */
  TILEDB_UINT8,

  /** Signed 16-bit integer. */
  TILEDB_INT16,

  /** Unsigned 16-bit integer. */
  TILEDB_UINT16,

  /** Unsigned 32-bit integer. */
  TILEDB_UINT32,

  /** Unsigned 64-bit integer. */
  TILEDB_UINT64,

  /** ASCII character. */
  TILEDB_STRING_ASCII,

  /** Byte of a UTF-8 string. */
  TILEDB_STRING_UTF8,

  /** Unit of a UTF-16 string. */
  TILEDB_STRING_UTF16,

  /** Unit of a UTF-32 string. */
  TILEDB_STRING_UTF32,

  /** UCS-2 character. */
  TILEDB_STRING_UCS2,

  /** UCS-4 character. */
  TILEDB_STRING_UCS4,

  /** Any type. */
  TILEDB_ANY,

  /** Time since 1970, in years. */
  TILEDB_DATETIME_YEAR,

  /** Time since 1970, in months. */
  TILEDB_DATETIME_MONTH,

  /** Time since 1970, in weeks. */
  TILEDB_DATETIME_WEEK,

  /** Time since 1970, in days. */
  TILEDB_DATETIME_DAY,

  /** Time since 1970, in hours. */
  TILEDB_DATETIME_HR,

  /** Time since 1970, in minutes. */
  TILEDB_DATETIME_MIN,

  /** Time since 1970, in seconds. */
  TILEDB_DATETIME_SEC,

  /** Time since 1970, in milliseconds. */
  TILEDB_DATETIME_MS,

  /** Time since 1970, in microseconds. */
  TILEDB_DATETIME_US,

  /** Time since 1970, in nanoseconds. */
  TILEDB_DATETIME_NS,

  /** Time since 1970, in picoseconds. */
  TILEDB_DATETIME_PS,

  /** Time since 1970, in femtoseconds. */
  TILEDB_DATETIME_FS,

  /** Time since 1970, in attoseconds. */
  TILEDB_DATETIME_AS,

  /** Duration or time of day, in hours. */
  TILEDB_TIME_HR,

  /** Duration or time of day, in minutes. */
  TILEDB_TIME_MIN,

  /** Duration or time of day, in seconds. */
  TILEDB_TIME_SEC,

  /** Duration or time of day, in milliseconds. */
  TILEDB_TIME_MS,

  /** Duration or time of day, in microseconds. */
  TILEDB_TIME_US,

  /** Duration or time of day, in nanoseconds. */
  TILEDB_TIME_NS,

  /** Duration or time of day, in picoseconds. */
  TILEDB_TIME_PS,

  /** Duration or time of day, in femtoseconds. */
  TILEDB_TIME_FS,

  /** Duration or time of day, in attoseconds. */
  TILEDB_TIME_AS,

  /** Byte. */
  TILEDB_BLOB,

  /** Truth value of 8 bits: 0 or 1. */
  TILEDB_BOOL,

  /** Byte of a geometry in well-known binary form. */
  TILEDB_GEOM_WKB,

  /** Byte of a geometry in well-known text form. */
  TILEDB_GEOM_WKT;

  private static final String PREFIX = "TILEDB_";

  private static final Map<io.azulejo.schema.Datatype, Datatype> BY_ENGINE =
      new EnumMap<>(io.azulejo.schema.Datatype.class);

  static {
    for (Datatype type : values()) {
      BY_ENGINE.put(type.engine, type);
    }
  }

  private final io.azulejo.schema.Datatype engine =
      io.azulejo.schema.Datatype.valueOf(name().substring(PREFIX.length()));

  private final boolean string = name().startsWith("TILEDB_STRING_");
  private final boolean date = name().startsWith("TILEDB_DATETIME_");

  /** The answer of {@link #isTimeType}. */
  private final boolean time =
      name().startsWith("TILEDB_TIME_") || name().equals("TILEDB_DATETIME_AS");

  /** Returns the size of a value in bytes. */
  public int getNativeSize() throws TileDBError {
    return toEngine().size();
  }

  /** Returns the size of a value in bytes. */
  public long size() throws TileDBError {
    return toEngine().size();
  }

  /** Returns whether this is a string type. {@link #TILEDB_CHAR} is not. */
  public boolean isStringType() {
    return string;
  }

  /** Returns whether this is an integer type. {@link #TILEDB_CHAR} is, dates and times are not. */
  public boolean isIntegerType() {
    return switch (this) {
      case TILEDB_CHAR,
          TILEDB_INT8,
          TILEDB_UINT8,
          TILEDB_INT16,
          TILEDB_UINT16,
          TILEDB_INT32,
          TILEDB_UINT32,
          TILEDB_INT64,
          TILEDB_UINT64 ->
          true;
      default -> false;
    };
  }

  /** Returns whether this is a {@code DATETIME} type. */
  public boolean isDateType() {
    return date;
  }

  /**
   * Returns whether this is a {@code TIME} type. As in TileDB-Java, the answer is also true for
   * {@link #TILEDB_DATETIME_AS}.
   */
  public boolean isTimeType() {
    return time;
  }

  /** Returns whether this is a floating-point type. */
  public boolean isRealType() {
    return this == TILEDB_FLOAT32 || this == TILEDB_FLOAT64;
  }

  /**
   * Returns the Java class of a value. Unsigned types have the next larger class, and {@link
   * #TILEDB_CHAR} has {@link Byte}.
   *
   * @throws TileDBError for {@link #TILEDB_ANY}
   */
  @SuppressWarnings("rawtypes") // the signature of TileDB-Java
  public Class javaClass() throws TileDBError {
    if (isStringType()) {
      return String.class;
    }
    return this == TILEDB_CHAR ? Byte.class : Types.getJavaType(this);
  }

  /** Returns the name without the prefix {@code TILEDB_}, such as {@code INT32}. */
  @Override
  public String toString() {
    return name().substring(PREFIX.length());
  }

  /**
   * Returns the constant of the C API for a name.
   *
   * @param datatype a name without the prefix {@code TILEDB_}, such as {@code INT32}
   * @throws TileDBError if no type has this name
   */
  public static tiledb_datatype_t fromString(String datatype) throws TileDBError {
    for (tiledb_datatype_t type : tiledb_datatype_t.values()) {
      if (type.name().equals(PREFIX + datatype)) {
        return type;
      }
    }
    throw new TileDBError("'%s' is not a data type; use a name such as INT32".formatted(datatype));
  }

  /** Returns the constant of the C API with the same name. */
  protected tiledb_datatype_t toSwigEnum() throws TileDBError {
    return tiledb_datatype_t.valueOf(name());
  }

  /** Returns the constant with the same name as one of the C API. */
  protected static Datatype fromSwigEnum(tiledb_datatype_t e) throws TileDBError {
    return valueOf(e.name());
  }

  /** Returns the same type of the engine. */
  io.azulejo.schema.Datatype toEngine() {
    return engine;
  }

  /** Returns the same type as one of the engine. */
  static Datatype ofEngine(io.azulejo.schema.Datatype type) {
    return Objects.requireNonNull(BY_ENGINE.get(type));
  }
}
