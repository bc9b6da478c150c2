package io.tiledb.libtiledb;

/** An opaque handle of an enumeration. */
public class SWIGTYPE_p_tiledb_enumeration_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_enumeration_t(Object target) {
    super(target);
  }
}
