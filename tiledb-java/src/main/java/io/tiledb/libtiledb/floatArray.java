package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of {@code float} values. */
public class floatArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public floatArray(long nelements) {
    super(nelements, 4);
  }

  floatArray(ByteBuffer bytes) {
    super(bytes, 4);
  }

  /** Returns the element at an index. */
  public float getitem(long index) {
    return bytes().getFloat(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, float value) {
    bytes().putFloat(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_float cast() {
    return new SWIGTYPE_p_float(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static floatArray frompointer(SWIGTYPE_p_float t) {
    return new floatArray(t.bytes());
  }
}
