package io.tiledb.libtiledb;

/** Return codes of the C API, and the version of TileDB whose behavior this library follows. */
public interface tiledbConstants {
  /** The memory budget cannot be read. */
  int TILEDB_BUDGET_UNAVAILABLE = -5;

  /** An error object is not valid. */
  int TILEDB_INVALID_ERROR = -4;

  /** A context is not valid. */
  int TILEDB_INVALID_CONTEXT = -3;

  /** Memory is exhausted. */
  int TILEDB_OOM = -2;

  /** An operation failed. */
  int TILEDB_ERR = -1;

  /** An operation succeeded. */
  int TILEDB_OK = 0;

  /** Major version. */
  int TILEDB_VERSION_MAJOR = 2;

  /** Minor version. */
  int TILEDB_VERSION_MINOR = 30;

  /** Patch version. */
  int TILEDB_VERSION_PATCH = 0;
}
