package io.tiledb.libtiledb;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/** An off-heap array of unsigned 64-bit integers. Values are stored modulo 2<sup>64</sup>. */
public class uint64_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public uint64_tArray(long nelements) {
    super(nelements, 8);
  }

  uint64_tArray(ByteBuffer bytes) {
    super(bytes, 8);
  }

  /** Returns the element at an index. */
  public BigInteger getitem(long index) {
    return new BigInteger(Long.toUnsignedString(bytes().getLong(offset(index))));
  }

  /** Sets the element at an index. */
  public void setitem(long index, BigInteger value) {
    bytes().putLong(offset(index), value.longValue());
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_unsigned_long_long cast() {
    return new SWIGTYPE_p_unsigned_long_long(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint64_tArray frompointer(SWIGTYPE_p_unsigned_long_long t) {
    return new uint64_tArray(t.bytes());
  }
}
