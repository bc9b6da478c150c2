package io.azulejo.imports.netcdf;

import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Decodes stored numbers and texts. */
public final class NumberBytes {
  private NumberBytes() {}

  /**
   * Returns the numbers of an attribute, each a Long, Float or Double.
   *
   * @param bytes the numbers, in the byte order of the buffer
   */
  static List<Number> numbers(ByteBuffer bytes, Datatype type) {
    List<Number> numbers = new ArrayList<>();
    for (int at = bytes.position(); at <= bytes.limit() - type.size(); at += type.size()) {
      numbers.add(
          switch (type) {
            case FLOAT32 -> (Number) bytes.getFloat(at);
            case FLOAT64 -> (Number) bytes.getDouble(at);
            default -> (Number) integer(bytes, type, at);
          });
    }
    return numbers;
  }

  /** Returns the integer at an offset; a UINT64 keeps its bits. */
  public static long integer(ByteBuffer bytes, Datatype type, int at) {
    return switch (type) {
      case INT8 -> bytes.get(at);
      case UINT8 -> bytes.get(at) & 0xff;
      case INT16 -> bytes.getShort(at);
      case UINT16 -> bytes.getShort(at) & 0xffff;
      case INT32 -> bytes.getInt(at);
      case UINT32 -> bytes.getInt(at) & 0xffffffffL;
      default -> bytes.getLong(at);
    };
  }

  /** Returns a text in UTF-8 without trailing zeros. */
  public static String text(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Reverses the bytes of each value of a given size, in place. */
  static void reverse(byte[] bytes, int size) {
    for (int from = 0; size > 1 && from <= bytes.length - size; from += size) {
      for (int i = from, j = from + size - 1; i < j; i++, j--) {
        byte last = bytes[j];
        bytes[j] = bytes[i];
        bytes[i] = last;
      }
    }
  }

  /** Returns the distance in bytes between neighbors in each dimension of a box. */
  static long[] strides(long[] shape, int size) {
    long[] strides = new long[shape.length];
    long stride = size;
    for (int d = shape.length - 1; d >= 0; d--) {
      strides[d] = stride;
      stride *= shape[d];
    }
    return strides;
  }

  /**
   * Advances to the next index of the dimensions before the last one.
   *
   * @return false after the last index
   */
  static boolean next(long[] index, long[] from, long[] until) {
    for (int d = index.length - 2; d >= 0; d--) {
      index[d]++;
      if (index[d] < until[d]) {
        return true;
      }
      index[d] = from[d];
    }
    return false;
  }
}
