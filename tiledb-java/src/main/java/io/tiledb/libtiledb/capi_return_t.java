package io.tiledb.libtiledb;

import java.util.Arrays;

/**
 * The return code of a C function, or an array of return codes. This library reports failures as
 * exceptions, so that every return code stands for success.
 */
public class capi_return_t {
  private final capi_return_t[] items;

  /**
   * Creates an array of return codes.
   *
   * @param nelements number of return codes
   */
  public capi_return_t(long nelements) {
    items = new capi_return_t[Math.toIntExact(nelements)];
    Arrays.fill(items, this);
  }

  /** Returns the return code at an index. */
  public capi_return_t getitem(long index) {
    return items[Math.toIntExact(index)];
  }

  /** Sets the return code at an index. */
  public void setitem(long index, capi_return_t value) {
    items[Math.toIntExact(index)] = value;
  }

  /** Returns this array. */
  public capi_return_t cast() {
    return this;
  }

  /** Returns its argument. */
  public static capi_return_t frompointer(capi_return_t t) {
    return t;
  }

  /** Has no effect, because return codes are objects of Java. */
  public synchronized void delete() {}
}
