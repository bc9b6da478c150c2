package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_query_type_t;

/**
 * What a {@link Query} does, and the mode in which an {@link Array} or a {@link Group} is opened.
 */
public enum QueryType {
  /** Reads. */
  TILEDB_READ,

  /** Writes cells or metadata. */
  TILEDB_WRITE,

  /** Deletes cells by a condition. */
  TILEDB_DELETE,

  /** Updates cells by a condition, which neither library implements. */
  TILEDB_UPDATE,

  /** Deletes arrays, groups or fragments. */
  TILEDB_MODIFY_EXCLUSIVE;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_query_type_t toSwigEnum() throws TileDBError {
    return tiledb_query_type_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static QueryType fromSwigEnum(tiledb_query_type_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
