package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of unsigned 8-bit integers. Values are stored modulo 2<sup>8</sup>. */
public class uint8_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public uint8_tArray(long nelements) {
    super(nelements, 1);
  }

  uint8_tArray(ByteBuffer bytes) {
    super(bytes, 1);
  }

  /** Returns the element at an index. */
  public short getitem(long index) {
    return (short) Byte.toUnsignedInt(bytes().get(offset(index)));
  }

  /** Sets the element at an index. */
  public void setitem(long index, short value) {
    bytes().put(offset(index), (byte) value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_unsigned_char cast() {
    return new SWIGTYPE_p_unsigned_char(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint8_tArray frompointer(SWIGTYPE_p_unsigned_char t) {
    return new uint8_tArray(t.bytes());
  }
}
