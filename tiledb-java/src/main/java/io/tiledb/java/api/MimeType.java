package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_mime_type_t;

/** The MIME type of a file in a {@link FileStore}. */
public enum MimeType {
  /** Not specified: stored as {@code application/octet-stream}, as in the native library. */
  TILEDB_MIME_AUTODETECT,

  /** {@code image/tiff}. */
  TILEDB_MIME_TIFF,

  /** {@code application/pdf}. */
  TILEDB_MIME_PDF;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_mime_type_t toSwigEnum() throws TileDBError {
    return tiledb_mime_type_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static MimeType fromSwigEnum(tiledb_mime_type_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
