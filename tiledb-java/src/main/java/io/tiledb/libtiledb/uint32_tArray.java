package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of unsigned 32-bit integers. Values are stored modulo 2<sup>32</sup>. */
public class uint32_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public uint32_tArray(long nelements) {
    super(nelements, 4);
  }

  uint32_tArray(ByteBuffer bytes) {
    super(bytes, 4);
  }

  /** Returns the element at an index. */
  public long getitem(long index) {
    return Integer.toUnsignedLong(bytes().getInt(offset(index)));
  }

  /** Sets the element at an index. */
  public void setitem(long index, long value) {
    bytes().putInt(offset(index), (int) value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_unsigned_int cast() {
    return new SWIGTYPE_p_unsigned_int(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint32_tArray frompointer(SWIGTYPE_p_unsigned_int t) {
    return new uint32_tArray(t.bytes());
  }
}
