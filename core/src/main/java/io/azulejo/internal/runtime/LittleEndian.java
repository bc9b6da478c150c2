package io.azulejo.internal.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and writes little-endian numbers at any position of a byte array. The methods for single
 * integers of a fixed size compile to one or two machine instructions.
 */
public final class LittleEndian {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static short getShort(byte[] bytes, int position) {
    return (short) SHORT.get(bytes, position);
  }

  public static int getInt(byte[] bytes, int position) {
    return (int) INT.get(bytes, position);
  }

  public static long getLong(byte[] bytes, int position) {
    return (long) LONG.get(bytes, position);
  }

  public static void putShort(byte[] bytes, int position, short value) {
    SHORT.set(bytes, position, value);
  }

  public static void putInt(byte[] bytes, int position, int value) {
    INT.set(bytes, position, value);
  }

  public static void putLong(byte[] bytes, int position, long value) {
    LONG.set(bytes, position, value);
  }

  /**
   * Returns an integer, extended to 64 bits.
   *
   * @param position index of the first byte
   * @param size size of the integer in bytes: 1, 2, 4 or 8
   * @param unsigned whether to extend with zeros instead of the sign
   */
  public static long get(byte[] bytes, int position, int size, boolean unsigned) {
    return switch (size) {
      case 1 -> unsigned ? bytes[position] & 0xffL : bytes[position];
      case 2 -> unsigned ? getShort(bytes, position) & 0xffffL : getShort(bytes, position);
      case 4 -> unsigned ? getInt(bytes, position) & 0xffffffffL : getInt(bytes, position);
      default -> getLong(bytes, position);
    };
  }

  /**
   * Widens consecutive integers to 64 bits.
   *
   * @param from index of the first byte in {@code source}
   * @param size size of each integer in bytes: 1, 2, 4 or 8
   * @param unsigned whether to extend with zeros instead of the sign
   * @param count number of integers
   * @param target receives the integers, starting at index 0
   */
  public static void widen(
      byte[] source, int from, int size, boolean unsigned, int count, long[] target) {
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          target[i] = unsigned ? source[from + i] & 0xffL : source[from + i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          short value = getShort(source, from + 2 * i);
          target[i] = unsigned ? value & 0xffffL : value;
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          int value = getInt(source, from + 4 * i);
          target[i] = unsigned ? value & 0xffffffffL : value;
        }
      }
      default -> view(source, from).asLongBuffer().get(target, 0, count);
    }
  }

  /**
   * Widens consecutive floating-point numbers to doubles.
   *
   * @param from index of the first byte in {@code source}
   * @param size size of each number in bytes: 4 or 8
   * @param count number of floating-point numbers
   * @param target receives the numbers, starting at index 0
   */
  public static void widen(byte[] source, int from, int size, int count, double[] target) {
    if (size == Double.BYTES) {
      view(source, from).asDoubleBuffer().get(target, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[i] = Float.intBitsToFloat(getInt(source, from + 4 * i));
    }
  }

  private static ByteBuffer view(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(from);
  }

  /**
   * Writes the lowest bytes of a number.
   *
   * @param position index of the first byte
   * @param size number of bytes to write: 1, 2, 4 or 8
   */
  public static void put(byte[] bytes, int position, int size, long value) {
    switch (size) {
      case 1 -> bytes[position] = (byte) value;
      case 2 -> putShort(bytes, position, (short) value);
      case 4 -> putInt(bytes, position, (int) value);
      default -> putLong(bytes, position, value);
    }
  }
}
