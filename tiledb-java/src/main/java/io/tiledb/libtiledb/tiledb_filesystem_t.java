package io.tiledb.libtiledb;

/** Stores that the native library may support. They have the same numbers as in the C API. */
public enum tiledb_filesystem_t {
  TILEDB_HDFS(0),
  TILEDB_S3(1),
  TILEDB_AZURE(2),
  TILEDB_GCS(3),
  TILEDB_MEMFS(4),
  TILEDB_TILEDBFS(5);

  private final int number;

  tiledb_filesystem_t(int number) {
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
  public static tiledb_filesystem_t swigToEnum(int swigValue) {
    for (tiledb_filesystem_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_filesystem_t has no constant with the number " + swigValue);
  }
}
