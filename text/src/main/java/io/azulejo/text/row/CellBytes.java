package io.azulejo.text.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growable byte buffer that appends little-endian values. */
public final class CellBytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  public CellBytes(int room) {
    bytes = new byte[Math.max(16, room)];
  }

  public int size() {
    return size;
  }

  public void truncate(int length) {
    size = length;
  }

  public byte[] array() {
    return bytes;
  }

  /**
   * Returns the backing array, which may be longer than its content, and continues with a new
   * array.
   *
   * @param room initial capacity of the new array in bytes
   */
  public byte[] take(int room) {
    byte[] taken = bytes;
    bytes = new byte[Math.max(16, room)];
    size = 0;
    return taken;
  }

  public void put(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  /**
   * Appends the low bytes of a number.
   *
   * @param width number of bytes: 1, 2, 4 or 8
   */
  public void put(long value, int width) {
    reserve(width);
    switch (width) {
      case 1 -> bytes[size] = (byte) value;
      case 2 -> SHORT.set(bytes, size, (short) value);
      case 4 -> INT.set(bytes, size, (int) value);
      default -> LONG.set(bytes, size, value);
    }
    size += width;
  }

  public void put(byte[] source, int start, int length) {
    reserve(length);
    System.arraycopy(source, start, bytes, size, length);
    size += length;
  }

  public void putZeros(int count) {
    reserve(count);
    Arrays.fill(bytes, size, size + count, (byte) 0);
    size += count;
  }

  public void reserve(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max((long) size + more, bytes.length * 2L);
      if ((long) size + more > Integer.MAX_VALUE - 8) {
        throw new BadCell("the cells of a batch take more than 2 GiB");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
