package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_query_status_t;

/** The state of a {@link Query}. */
public enum QueryStatus {
  /** The query failed. */
  TILEDB_FAILED,

  /** The query is complete, and the buffers hold the last cells. */
  TILEDB_COMPLETED,

  /**
   * The query is being processed. Submitting is synchronous, so that only another thread sees this.
   */
  TILEDB_INPROGRESS,

  /** The buffers were too small for all cells; submit again for more. */
  TILEDB_INCOMPLETE,

  /** The query was not submitted yet. */
  TILEDB_UNINITIALIZED;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_query_status_t toSwigEnum() throws TileDBError {
    return tiledb_query_status_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static QueryStatus fromSwigEnum(tiledb_query_status_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
