package io.tiledb.libtiledb;

/** An opaque handle of an operator of a query channel. */
public class SWIGTYPE_p_tiledb_channel_operator_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_tiledb_channel_operator_t(Object target) {
    super(target);
  }
}
