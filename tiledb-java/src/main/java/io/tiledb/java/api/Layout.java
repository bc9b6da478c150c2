package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_layout_t;

/** The order of cells in tiles, of tiles in an array, or of the cells of a query. */
public enum Layout {
  /** The last dimension varies fastest. */
  TILEDB_ROW_MAJOR,

  /** The first dimension varies fastest. */
  TILEDB_COL_MAJOR,

  /** Tile by tile, in the order in which cells are stored. */
  TILEDB_GLOBAL_ORDER,

  /** Along a Hilbert curve; only for the cells of sparse arrays. */
  TILEDB_HILBERT,

  /** In any order. */
  TILEDB_UNORDERED;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_layout_t toSwigEnum() throws TileDBError {
    return tiledb_layout_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static Layout fromSwigEnum(tiledb_layout_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
