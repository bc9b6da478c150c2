package io.tiledb.java.api;

import static java.util.Map.entry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps data types to Java classes and back. */
public class Types {
  private static final Map<Class<?>, Datatype> BY_CLASS =
      Map.ofEntries(
          entry(Byte.class, Datatype.TILEDB_INT8),
          entry(byte[].class, Datatype.TILEDB_INT8),
          entry(Short.class, Datatype.TILEDB_INT16),
          entry(short[].class, Datatype.TILEDB_INT16),
          entry(Integer.class, Datatype.TILEDB_INT32),
          entry(int[].class, Datatype.TILEDB_INT32),
          entry(Long.class, Datatype.TILEDB_INT64),
          entry(long[].class, Datatype.TILEDB_INT64),
          entry(Float.class, Datatype.TILEDB_FLOAT32),
          entry(float[].class, Datatype.TILEDB_FLOAT32),
          entry(Double.class, Datatype.TILEDB_FLOAT64),
          entry(double[].class, Datatype.TILEDB_FLOAT64),
          entry(Character.class, Datatype.TILEDB_CHAR),
          entry(char[].class, Datatype.TILEDB_CHAR),
          entry(String.class, Datatype.TILEDB_STRING_ASCII),
          entry(Boolean.class, Datatype.TILEDB_BOOL),
          entry(boolean[].class, Datatype.TILEDB_INT8));

  /** Creates an instance without state; all methods are static. */
  public Types() {}

  /**
   * Returns the data type for the class of a value or of an array of values. Integers are signed,
   * and strings are {@link Datatype#TILEDB_STRING_ASCII}.
   *
   * @throws TileDBError if the class has no data type
   */
  public static Datatype getNativeType(Class<?> atrrType) throws TileDBError {
    Datatype type = BY_CLASS.get(atrrType);
    if (type == null) {
      throw new TileDBError("%s has no data type".formatted(atrrType.getName()));
    }
    return type;
  }

  /**
   * Returns the class of a value. Unsigned types have the next larger class, except that {@link
   * Datatype#TILEDB_UINT64} has {@link Long}. Characters have {@link String}.
   *
   * @throws TileDBError for types that no Java class represents, such as UTF-16 characters
   */
  @SuppressWarnings("rawtypes") // the signature of TileDB-Java
  public static Class getJavaType(Datatype type) throws TileDBError {
    Class<?> known = javaType(type);
    if (known == null) {
      throw new TileDBError("the data type %s has no Java class".formatted(type));
    }
    return known;
  }

  private static @Nullable Class<?> javaType(Datatype type) {
    if (type.isDateType() || type.isTimeType()) {
      return Long.class;
    }
    return switch (type) {
      case TILEDB_FLOAT32 -> Float.class;
      case TILEDB_FLOAT64 -> Double.class;
      case TILEDB_INT8, TILEDB_BLOB, TILEDB_GEOM_WKB, TILEDB_GEOM_WKT -> Byte.class;
      case TILEDB_INT16, TILEDB_UINT8, TILEDB_BOOL -> Short.class;
      case TILEDB_INT32, TILEDB_UINT16 -> Integer.class;
      case TILEDB_INT64, TILEDB_UINT32, TILEDB_UINT64 -> Long.class;
      case TILEDB_CHAR, TILEDB_STRING_ASCII, TILEDB_STRING_UTF8 -> String.class;
      default -> null;
    };
  }

  /**
   * Checks that two data types are equal.
   *
   * @return true
   * @throws TileDBError if they differ
   */
  public static boolean typeCheck(Datatype first, Datatype second) throws TileDBError {
    if (first != second) {
      throw new TileDBError("the data type is %s, expected %s".formatted(first, second));
    }
    return true;
  }

  /**
   * Checks that two classes are equal.
   *
   * @return true
   * @throws TileDBError if they differ
   */
  public static boolean javaTypeCheck(Class<?> first, Class<?> second) throws TileDBError {
    if (!first.equals(second)) {
      throw new TileDBError(
          "the class is %s, expected %s".formatted(first.getName(), second.getName()));
    }
    return true;
  }
}
