package io.tiledb.libtiledb;

/** An opaque handle of a query condition. */
public class SWIGTYPE_p_tiledb_query_condition_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_query_condition_t(Object target) {
    super(target);
  }
}
