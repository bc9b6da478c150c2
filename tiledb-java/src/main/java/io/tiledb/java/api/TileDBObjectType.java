package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_object_t;

/** The kind of an object in a store. */
public enum TileDBObjectType {
  /** Neither an array nor a group. */
  TILEDB_INVALID,

  /** A group. */
  TILEDB_GROUP,

  /** An array. */
  TILEDB_ARRAY;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_object_t toSwigEnum() throws TileDBError {
    return tiledb_object_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static TileDBObjectType fromSwigEnum(tiledb_object_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
