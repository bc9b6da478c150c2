package io.tiledb.java.api;

/** Return codes, the version of TileDB whose behavior this library follows, and a cell size. */
public class Constants {
  /** The return code for exhausted memory. */
  public static final int TILEDB_OOM = -2;

  /** The return code for failure. */
  public static final int TILEDB_ERR = -1;

  /** The return code for success. */
  public static final int TILEDB_OK = 0;

  /** Major version. */
  public static final int TILEDB_VERSION_MAJOR = 2;

  /** Minor version. */
  public static final int TILEDB_VERSION_MINOR = 30;

  /** Patch version. */
  public static final int TILEDB_VERSION_PATCH = 0;

  /** The number of values per cell of fields whose cells have different numbers of values. */
  public static final long TILEDB_VAR_NUM = 0xFFFF_FFFFL;

  /** Creates an instance without state; all members are static. */
  public Constants() {}
}
