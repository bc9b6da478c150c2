package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_walk_order_t;

/** The order in which a {@link TileDBObjectIterator} walks a folder. */
public enum WalkOrder {
  /** A group before its members. */
  TILEDB_PREORDER,

  /** A group after its members. */
  TILEDB_POSTORDER;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_walk_order_t toSwigEnum() throws TileDBError {
    return tiledb_walk_order_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static WalkOrder fromSwigEnum(tiledb_walk_order_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
