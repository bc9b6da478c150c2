package io.azulejo.imports.netcdf;

import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Static methods that decode numbers and text, and compute positions in row-major storage. */
public final class NumberBytes {
  private NumberBytes() {}

  /**
   * Decodes the numbers of an attribute, as described for {@link NetcdfAttributes#numbers}.
   *
   * @param bytes the numbers, in the byte order of the buffer
   * @param type type of the numbers
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

  /**
   * Decodes an integer. A UINT64 becomes the {@code long} with the same bits.
   *
   * @param bytes contains the integer, in the byte order of the buffer
   * @param type an integer type
   * @param at absolute index of the first byte
   */
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

  /** Decodes UTF-8 text and drops trailing zero bytes. */
  public static String text(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * Reverses the bytes of each value, in place.
   *
   * @param size size of a value in bytes
   */
  static void reverse(byte[] bytes, int size) {
    for (int from = 0; size > 1 && from <= bytes.length - size; from += size) {
      for (int i = from, j = from + size - 1; i < j; i++, j--) {
        byte last = bytes[j];
        bytes[j] = bytes[i];
        bytes[i] = last;
      }
    }
  }

  /**
   * Returns the distance in bytes between neighbors in each dimension of a row-major box.
   *
   * @param shape number of cells in each dimension
   * @param size size of a value in bytes
   */
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
   * Advances an index in row-major order, in all dimensions except the last one.
   *
   * @param index the index, which is changed
   * @param from first index in each dimension
   * @param until last index in each dimension, exclusive
   * @return false if the index was the last one; it is then reset to the first one
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
