package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_array_type_t;

/** Whether an array is dense or sparse. */
public enum ArrayType {
  /** Every cell of the domain has a value. */
  TILEDB_DENSE,

  /** Only written cells exist. */
  TILEDB_SPARSE;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_array_type_t toSwigEnum() throws TileDBError {
    return tiledb_array_type_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static ArrayType fromSwigEnum(tiledb_array_type_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
