package io.tiledb.java.api;

/** The version of TileDB whose behavior this library follows. */
public class Version {
  /** Creates the version, which is always the same. */
  public Version() {}

  /** Returns the major version. */
  public int getMajor() {
    return Constants.TILEDB_VERSION_MAJOR;
  }

  /** Returns the minor version. */
  public int getMinor() {
    return Constants.TILEDB_VERSION_MINOR;
  }

  /** Returns the patch version. */
  public int getRevision() {
    return Constants.TILEDB_VERSION_PATCH;
  }

  /** Returns the three numbers, separated by periods. */
  @Override
  public String toString() {
    return getMajor() + "." + getMinor() + "." + getRevision();
  }
}
