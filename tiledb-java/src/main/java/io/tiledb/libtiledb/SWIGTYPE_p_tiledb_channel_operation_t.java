package io.tiledb.libtiledb;

/** An opaque handle of an operation of a query channel. */
public class SWIGTYPE_p_tiledb_channel_operation_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_channel_operation_t(Object target) {
    super(target);
  }
}
