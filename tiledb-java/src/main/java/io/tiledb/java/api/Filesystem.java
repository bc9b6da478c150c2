package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_filesystem_t;

/**
 * A store whose support {@link Context#isSupportedFs} and {@link VFS#isSupportedFs(Filesystem)}
 * report.
 */
public enum Filesystem {
  /** The Hadoop Distributed File System, which this library does not support. */
  TILEDB_HDFS,

  /** Amazon S3 and compatible stores; needs the module {@code azulejo-s3}. */
  TILEDB_S3;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_filesystem_t toSwigEnum() throws TileDBError {
    return tiledb_filesystem_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static Filesystem fromSwigEnum(tiledb_filesystem_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
