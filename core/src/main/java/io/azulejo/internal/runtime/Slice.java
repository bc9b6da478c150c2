package io.azulejo.internal.runtime;

import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable view of bytes on the heap, read as little-endian values at positions counted from
 * the start of the view. Whoever wraps an array gives up writing to it.
 */
public final class Slice {
  /** No bytes. */
  public static final Slice EMPTY = new Slice(new byte[0], 0, 0);

  private final byte[] array;
  private final int offset;
  private final int length;

  private Slice(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** All bytes of an array, which is not copied. */
  public static Slice of(byte[] array) {
    return array.length == 0 ? EMPTY : new Slice(array, 0, array.length);
  }

  /** Some bytes of an array, which is not copied. */
  public static Slice of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return new Slice(array, offset, length);
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /** The array below, not to be written to; for kernels that loop over it. */
  public byte[] array() {
    return array;
  }

  /** Where the view begins in {@link #array}. */
  public int offset() {
    return offset;
  }

  /** The bytes from a position to the end. */
  public Slice from(int position) {
    return slice(position, length - position);
  }

  /** A part of the bytes. */
  public Slice slice(int position, int size) {
    Objects.checkFromIndexSize(position, size, length);
    return new Slice(array, offset + position, size);
  }

  /** The byte at a position. */
  public byte getByte(int position) {
    return array[offset + Objects.checkIndex(position, length)];
  }

  /** The byte at a position as 0 to 255. */
  public int getUnsignedByte(int position) {
    return getByte(position) & 0xff;
  }

  /**
   * The integer at a position, widened to 64 bits by its sign or, if unsigned, by zeros.
   *
   * @param size its bytes: 1, 2, 4 or 8
   */
  public long getInteger(int position, int size, boolean unsigned) {
    Objects.checkFromIndexSize(position, size, length);
    return LittleEndian.get(array, offset + position, size, unsigned);
  }

  /** The two bytes at a position. */
  public short getShort(int position) {
    Objects.checkFromIndexSize(position, Short.BYTES, length);
    return LittleEndian.getShort(array, offset + position);
  }

  /** The four bytes at a position. */
  public int getInt(int position) {
    Objects.checkFromIndexSize(position, Integer.BYTES, length);
    return LittleEndian.getInt(array, offset + position);
  }

  /** The eight bytes at a position. */
  public long getLong(int position) {
    Objects.checkFromIndexSize(position, Long.BYTES, length);
    return LittleEndian.getLong(array, offset + position);
  }

  /** The four bytes at a position as an IEEE 754 number. */
  public float getFloat(int position) {
    return Float.intBitsToFloat(getInt(position));
  }

  /** The eight bytes at a position as an IEEE 754 number. */
  public double getDouble(int position) {
    return Double.longBitsToDouble(getLong(position));
  }

  /** Copies all bytes. */
  public void copyTo(byte[] target, int targetOffset) {
    System.arraycopy(array, offset, target, targetOffset, length);
  }

  /** The bytes in an array of their own. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** Orders by unsigned bytes, the shorter prefix first. */
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
