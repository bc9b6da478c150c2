package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of unsigned 16-bit integers. Values are stored modulo 2<sup>16</sup>. */
public class uint16_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public uint16_tArray(long nelements) {
    super(nelements, 2);
  }

  uint16_tArray(ByteBuffer bytes) {
    super(bytes, 2);
  }

  /** Returns the element at an index. */
  public int getitem(long index) {
    return Short.toUnsignedInt(bytes().getShort(offset(index)));
  }

  /** Sets the element at an index. */
  public void setitem(long index, int value) {
    bytes().putShort(offset(index), (short) value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_unsigned_short cast() {
    return new SWIGTYPE_p_unsigned_short(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint16_tArray frompointer(SWIGTYPE_p_unsigned_short t) {
    return new uint16_tArray(t.bytes());
  }
}
