package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** An off-heap array of {@code double} values. */
public class doubleArray extends MemoryArray {
  /**
   * Creates an array of zeros.
   *
   * @param nelements number of elements; together at most 2 GiB
   */
  public doubleArray(long nelements) {
    super(nelements, 8);
  }

  doubleArray(ByteBuffer bytes) {
    super(bytes, 8);
  }

  /** Returns the element at an index. */
  public double getitem(long index) {
    return bytes().getDouble(offset(index));
  }

  /** Sets the element at an index. */
  public void setitem(long index, double value) {
    bytes().putDouble(offset(index), value);
  }

  /** Returns a pointer to the first element. It shares the memory of this array. */
  public SWIGTYPE_p_double cast() {
    return new SWIGTYPE_p_double(bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static doubleArray frompointer(SWIGTYPE_p_double t) {
    return new doubleArray(t.bytes());
  }
}
