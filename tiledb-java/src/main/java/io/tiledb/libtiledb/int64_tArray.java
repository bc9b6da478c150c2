package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of signed 64-bit integers. */
public class int64_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public int64_tArray(long nelements) {
    super(nelements, 8);
  }

  int64_tArray(ByteBuffer bytes) {
    super(bytes, 8);
  }

  /** Returns the element at an index. */
  public long getitem(long index) {
    return bytes().getLong(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, long value) {
    bytes().putLong(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_long_long cast() {
    return new SWIGTYPE_p_long_long(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int64_tArray frompointer(SWIGTYPE_p_long_long t) {
    return new int64_tArray(t.bytes());
  }
}
