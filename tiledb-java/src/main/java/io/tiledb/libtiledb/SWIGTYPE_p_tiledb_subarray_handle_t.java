package io.tiledb.libtiledb;

/** An opaque handle of a subarray. */
public class SWIGTYPE_p_tiledb_subarray_handle_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_subarray_handle_t(Object target) {
    super(target);
  }
}
