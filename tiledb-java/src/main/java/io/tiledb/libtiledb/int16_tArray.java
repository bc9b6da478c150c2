package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of signed 16-bit integers. */
public class int16_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public int16_tArray(long nelements) {
    super(nelements, 2);
  }

  int16_tArray(ByteBuffer bytes) {
    super(bytes, 2);
  }

  /** Returns the element at an index. */
  public short getitem(long index) {
    return bytes().getShort(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, short value) {
    bytes().putShort(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_short cast() {
    return new SWIGTYPE_p_short(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int16_tArray frompointer(SWIGTYPE_p_short t) {
    return new int16_tArray(t.bytes());
  }
}
