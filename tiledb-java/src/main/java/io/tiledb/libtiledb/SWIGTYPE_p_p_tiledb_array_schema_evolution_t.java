package io.tiledb.libtiledb;

/** An opaque handle of a schema evolution. */
public class SWIGTYPE_p_p_tiledb_array_schema_evolution_t extends OpaqueHandle {
  /** Creates a handle of an object of this library. */
  public SWIGTYPE_p_p_tiledb_array_schema_evolution_t(Object target) {
    super(target);
  }
}
