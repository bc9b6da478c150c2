package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_vfs_mode_t;

/** The mode in which {@link VFS} opens a file. */
public enum VFSMode {
  /** Reads. */
  TILEDB_VFS_READ,

  /** Writes a new file, or replaces the content of a file. */
  TILEDB_VFS_WRITE,

  /** Writes to the end of a file. */
  TILEDB_VFS_APPEND;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_vfs_mode_t toSwigEnum() throws TileDBError {
    return tiledb_vfs_mode_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static VFSMode fromSwigEnum(tiledb_vfs_mode_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
