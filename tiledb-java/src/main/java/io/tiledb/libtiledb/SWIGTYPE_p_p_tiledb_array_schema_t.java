package io.tiledb.libtiledb;

/** An opaque handle of an array schema. */
public class SWIGTYPE_p_p_tiledb_array_schema_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_p_tiledb_array_schema_t(Object target) {
    super(target);
  }
}
