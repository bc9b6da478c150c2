package io.tiledb.java.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Converts values between Java objects and their little-endian bytes. Unsigned integers use the
 * next wider Java type, as in {@link NativeArray}: Short for UINT8 and BOOL, Integer for UINT16,
 * Long for UINT32. UINT64 keeps its 64 bits in a Long.
 */
final class Scalars {
  private Scalars() {}

  /**
   * Returns the bytes of a single value. A string becomes all of its bytes.
   *
   * @throws ClassCastException if the object is not of the Java class of the type
   */
  static byte[] bytes(Object value, Datatype type) {
    if (value instanceof String text) {
      return text.getBytes(charset(type));
    }
    ByteBuffer bytes = buffer(new byte[size(type)]);
    put(bytes, 0, value, type);
    return bytes.array();
  }

  /**
   * Returns the bytes of a Java array with the element type that {@link NativeArray} uses for this
   * type, or of a single value or string.
   *
   * @throws ClassCastException if the array has another element type
   */
  static byte[] arrayBytes(Object values, Datatype type) {
    if (!values.getClass().isArray()) {
      return bytes(values, type);
    }
    int length = java.lang.reflect.Array.getLength(values);
    int size = size(type);
    ByteBuffer bytes = buffer(new byte[Math.multiplyExact(length, size)]);
    for (int i = 0; i < length; i++) {
      put(bytes, i * size, java.lang.reflect.Array.get(values, i), type);
    }
    return bytes.array();
  }

  /** Returns the value at a byte index, as an object of the class that {@link NativeArray} uses. */
  static Object value(byte[] bytes, int at, Datatype type) {
    ByteBuffer in = buffer(bytes);
    return switch (type) {
      case TILEDB_FLOAT32 -> in.getFloat(at);
      case TILEDB_FLOAT64 -> in.getDouble(at);
      case TILEDB_UINT8, TILEDB_BOOL -> (short) (in.get(at) & 0xff);
      case TILEDB_INT16 -> in.getShort(at);
      case TILEDB_UINT16 -> in.getShort(at) & 0xffff;
      case TILEDB_INT32 -> in.getInt(at);
      case TILEDB_UINT32 -> in.getInt(at) & 0xffffffffL;
      default ->
          switch (size(type)) {
            case 1 -> in.get(at);
            case 2 -> in.getShort(at);
            case 4 -> in.getInt(at);
            default -> in.getLong(at);
          };
    };
  }

  /** Returns all values as a Java array: for example short[] for UINT8, byte[] for strings. */
  static Object array(byte[] bytes, Datatype type) {
    int size = size(type);
    int length = bytes.length / size;
    Object values =
        java.lang.reflect.Array.newInstance(
            primitive(length == 0 ? zero(type) : value(bytes, 0, type)), length);
    for (int i = 0; i < length; i++) {
      java.lang.reflect.Array.set(values, i, value(bytes, i * size, type));
    }
    return values;
  }

  /** Returns a copy of the first bytes of an array. */
  static byte[] copy(NativeArray array, long size) throws TileDBError {
    if (size > array.getNBytes()) {
      throw new TileDBError(
          "the array has %d bytes; got a size of %d".formatted(array.getNBytes(), size));
    }
    byte[] bytes = new byte[(int) size];
    array.buffer().get(0, bytes);
    return bytes;
  }

  /** Returns a new array with a copy of bytes. */
  static NativeArray nativeArray(byte[] bytes, Datatype type) throws TileDBError {
    ByteBuffer memory = ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.nativeOrder());
    memory.put(0, bytes);
    return new NativeArray(type, memory, bytes.length / size(type));
  }

  /** Returns the text of bytes of a string type. */
  static String text(byte[] bytes, Datatype type) {
    return new String(bytes, charset(type));
  }

  /** Returns the charset of strings in single bytes: UTF-8, or ISO 8859-1 for the other types. */
  static Charset charset(Datatype type) {
    return type == Datatype.TILEDB_STRING_UTF8
        ? StandardCharsets.UTF_8
        : StandardCharsets.ISO_8859_1;
  }

  private static int size(Datatype type) {
    return type.toEngine().size();
  }

  private static Object zero(Datatype type) {
    return value(new byte[Long.BYTES], 0, type);
  }

  private static Class<?> primitive(Object value) {
    if (value instanceof Byte) {
      return byte.class;
    } else if (value instanceof Short) {
      return short.class;
    } else if (value instanceof Integer) {
      return int.class;
    } else if (value instanceof Long) {
      return long.class;
    }
    return value instanceof Float ? float.class : double.class;
  }

  private static void put(ByteBuffer out, int at, Object value, Datatype type) {
    switch (type) {
      case TILEDB_FLOAT32 -> out.putFloat(at, (Float) value);
      case TILEDB_FLOAT64 -> out.putDouble(at, (Double) value);
      case TILEDB_UINT8, TILEDB_BOOL -> out.put(at, (byte) (short) (Short) value);
      case TILEDB_INT16 -> out.putShort(at, (Short) value);
      case TILEDB_UINT16 -> out.putShort(at, (short) (int) (Integer) value);
      case TILEDB_INT32 -> out.putInt(at, (Integer) value);
      case TILEDB_UINT32 -> out.putInt(at, (int) (long) (Long) value);
      default -> putBySize(out, at, value, size(type));
    }
  }

  private static void putBySize(ByteBuffer out, int at, Object value, int size) {
    switch (size) {
      case 1 ->
          out.put(at, value instanceof Character letter ? (byte) (char) letter : (Byte) value);
      case 2 -> out.putShort(at, (Short) value);
      case 4 -> out.putInt(at, (Integer) value);
      default -> out.putLong(at, (Long) value);
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
