package io.tiledb.libtiledb;

/** An opaque handle of an n-dimensional rectangle. */
public class SWIGTYPE_p_tiledb_ndrectangle_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_ndrectangle_t(Object target) {
    super(target);
  }
}
