package io.azulejo.netcdf;

import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Numbers as bytes. */
final class NumberBytes {
  private NumberBytes() {}

  /**
   * The numbers of an attribute.
   *
   * @param bytes in the order that the buffer says
   */
  static List<Number> numbers(ByteBuffer bytes, Datatype type) {
    List<Number> numbers = new ArrayList<>();
    while (bytes.remaining() >= type.size()) {
      numbers.add(
          switch (type) {
            case INT8 -> (long) bytes.get();
            case UINT8 -> bytes.get() & 0xffL;
            case INT16 -> (long) bytes.getShort();
            case UINT16 -> bytes.getShort() & 0xffffL;
            case INT32 -> (long) bytes.getInt();
            case UINT32 -> bytes.getInt() & 0xffffffffL;
            case INT64, UINT64 -> bytes.getLong();
            case FLOAT32 -> bytes.getFloat();
            default -> bytes.getDouble();
          });
    }
    return numbers;
  }

  /** Turns big-endian values of a size around, in place. */
  static void reverse(byte[] bytes, int size) {
    for (int from = 0; size > 1 && from <= bytes.length - size; from += size) {
      for (int i = from, j = from + size - 1; i < j; i++, j--) {
        byte last = bytes[j];
        bytes[j] = bytes[i];
        bytes[i] = last;
      }
    }
  }

  /** How many bytes lie between neighbours of each dimension of a box. */
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
   * Goes to the next index of the dimensions before the last one.
   *
   * @return false after the last
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
