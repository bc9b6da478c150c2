package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of signed 8-bit integers. */
public class int8_tArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public int8_tArray(long nelements) {
    super(nelements, 1);
  }

  int8_tArray(ByteBuffer bytes) {
    super(bytes, 1);
  }

  /** Returns the element at an index. */
  public byte getitem(long index) {
    return bytes().get(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, byte value) {
    bytes().put(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_signed_char cast() {
    return new SWIGTYPE_p_signed_char(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int8_tArray frompointer(SWIGTYPE_p_signed_char t) {
    return new int8_tArray(t.bytes());
  }
}
