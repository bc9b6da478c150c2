package io.tiledb.libtiledb;

/** Modes in which files are opened. They have the same numbers as in the C API. */
public enum tiledb_vfs_mode_t {
  TILEDB_VFS_READ(0),
  TILEDB_VFS_WRITE(1),
  TILEDB_VFS_APPEND(2);

  private final int number;

  tiledb_vfs_mode_t(int number) {
    this.number = number;
  }

  /** Returns the number of this constant in the C API. */
  public int swigValue() {
    return number;
  }

  /**
   * Returns the constant with a number of the C API.
   *
   * @throws IllegalArgumentException if no constant has this number
   */
  public static tiledb_vfs_mode_t swigToEnum(int swigValue) {
    for (tiledb_vfs_mode_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_vfs_mode_t has no constant with the number " + swigValue);
  }
}
