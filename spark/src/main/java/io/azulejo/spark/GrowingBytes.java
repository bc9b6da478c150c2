package io.azulejo.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** A growable byte buffer to which little-endian integers, byte arrays and strings are appended. */
final class GrowingBytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  /**
   * Creates an empty buffer.
   *
   * @param room the initial capacity in bytes
   */
  GrowingBytes(int room) {
    bytes = new byte[Math.max(Long.BYTES, room)];
  }

  private int extend(int more) {
    int at = size;
    int end = Math.addExact(at, more);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * end));
    }
    size = end;
    return at;
  }

  /**
   * Appends the lowest bytes of a number.
   *
   * @param value the number
   * @param width the number of bytes to append: 1, 2, 4 or 8
   */
  void put(long value, int width) {
    switch (width) {
      case Byte.BYTES -> putByte((byte) value);
      case Short.BYTES -> putShort((short) value);
      case Integer.BYTES -> putInt((int) value);
      default -> putLong(value);
    }
  }

  void putByte(byte value) {
    int at = extend(Byte.BYTES);
    bytes[at] = value;
  }

  void putShort(short value) {
    int at = extend(Short.BYTES);
    SHORT.set(bytes, at, value);
  }

  void putInt(int value) {
    int at = extend(Integer.BYTES);
    INT.set(bytes, at, value);
  }

  void putLong(long value) {
    int at = extend(Long.BYTES);
    LONG.set(bytes, at, value);
  }

  void put(byte[] values) {
    put(values, values.length);
  }

  /** Appends the first {@code count} bytes of an array. */
  void put(byte[] values, int count) {
    int at = extend(count);
    System.arraycopy(values, 0, bytes, at, count);
  }

  /** Appends the UTF-8 bytes of a string. */
  void put(UTF8String text) {
    int at = extend(text.numBytes());
    text.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + (long) at);
  }

  void putZeros(int count) {
    int at = extend(count);
    Arrays.fill(bytes, at, at + count, (byte) 0);
  }

  /** Returns the number of bytes. */
  int size() {
    return size;
  }

  /** Removes all bytes but keeps the capacity. */
  void clear() {
    size = 0;
  }

  /**
   * Returns the backing array without copying it. It can be longer than {@link #size}. Later
   * appends change or replace it.
   */
  byte[] array() {
    return bytes;
  }
}
