package io.azulejo.internal.runtime;

import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable view of a byte array, read as little-endian values. Positions are relative to the
 * start of the view. Values outside the view cause an {@link IndexOutOfBoundsException}. The
 * underlying array must not be changed while a view of it exists.
 */
public final class Slice {
  /** The empty slice. */
  public static final Slice EMPTY = new Slice(new byte[0], 0, 0);

  private final byte[] array;
  private final int offset;
  private final int length;

  private Slice(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** Returns a view of an array. The array is not copied. */
  public static Slice of(byte[] array) {
    return array.length == 0 ? EMPTY : new Slice(array, 0, array.length);
  }

  /**
   * Returns a view of part of an array. The array is not copied.
   *
   * @throws IndexOutOfBoundsException if {@code offset} and {@code length} exceed the array
   */
  public static Slice of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return new Slice(array, offset, length);
  }

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /** Returns the underlying array for fast loops. It must not be changed. */
  public byte[] array() {
    return array;
  }

  /** Returns the index in {@link #array} at which the view starts. */
  public int offset() {
    return offset;
  }

  /** Returns a view of the bytes from a position to the end. */
  public Slice from(int position) {
    return slice(position, length - position);
  }

  /** Returns a view of {@code size} bytes, starting at a position. */
  public Slice slice(int position, int size) {
    Objects.checkFromIndexSize(position, size, length);
    return new Slice(array, offset + position, size);
  }

  /** Returns the byte at a position. */
  public byte getByte(int position) {
    return array[offset + Objects.checkIndex(position, length)];
  }

  /** Returns the byte at a position as an unsigned number, 0 to 255. */
  public int getUnsignedByte(int position) {
    return getByte(position) & 0xff;
  }

  /**
   * Returns the integer at a position, extended to 64 bits.
   *
   * @param size size of the integer in bytes: 1, 2, 4 or 8
   * @param unsigned whether to extend with zeros instead of the sign
   */
  public long getInteger(int position, int size, boolean unsigned) {
    Objects.checkFromIndexSize(position, size, length);
    return LittleEndian.get(array, offset + position, size, unsigned);
  }

  /** Returns the 2-byte integer at a position. */
  public short getShort(int position) {
    Objects.checkFromIndexSize(position, Short.BYTES, length);
    return LittleEndian.getShort(array, offset + position);
  }

  /** Returns the 4-byte integer at a position. */
  public int getInt(int position) {
    Objects.checkFromIndexSize(position, Integer.BYTES, length);
    return LittleEndian.getInt(array, offset + position);
  }

  /** Returns the 8-byte integer at a position. */
  public long getLong(int position) {
    Objects.checkFromIndexSize(position, Long.BYTES, length);
    return LittleEndian.getLong(array, offset + position);
  }

  /** Returns the 4-byte IEEE 754 floating-point number at a position. */
  public float getFloat(int position) {
    return Float.intBitsToFloat(getInt(position));
  }

  /** Returns the 8-byte IEEE 754 floating-point number at a position. */
  public double getDouble(int position) {
    return Double.longBitsToDouble(getLong(position));
  }

  /** Copies all bytes of the view to an array. */
  public void copyTo(byte[] target, int targetOffset) {
    System.arraycopy(array, offset, target, targetOffset, length);
  }

  /** Returns a copy of the bytes of the view. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** Compares two slices by their unsigned bytes. A prefix sorts before longer slices. */
  public int compareTo(Slice other) {
    return Arrays.compareUnsigned(
        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Slice that
        && Arrays.equals(
            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  @Override
  public String toString() {
    return "Slice[" + length + " bytes]";
  }
}
