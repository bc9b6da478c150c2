package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of signed 32-bit integers. */
public class int32_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public int32_tArray(long nelements) {
    super(nelements, 4);
  }

  int32_tArray(ByteBuffer bytes) {
    super(bytes, 4);
  }

  /** Returns the element at an index. */
  public int getitem(long index) {
    return bytes().getInt(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, int value) {
    bytes().putInt(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_int cast() {
    return new SWIGTYPE_p_int(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int32_tArray frompointer(SWIGTYPE_p_int t) {
    return new int32_tArray(t.bytes());
  }
}
