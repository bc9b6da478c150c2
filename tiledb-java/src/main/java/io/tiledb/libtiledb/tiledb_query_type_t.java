package io.tiledb.libtiledb;

/**
 * Types of queries, and modes in which arrays and groups are opened. They have the same numbers as
 * in the C API.
 */
public enum tiledb_query_type_t {
  TILEDB_READ(0),
  TILEDB_WRITE(1),
  TILEDB_DELETE(2),
  TILEDB_UPDATE(3),
  TILEDB_MODIFY_EXCLUSIVE(4);

  private final int number;

  tiledb_query_type_t(int number) {
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
  public static tiledb_query_type_t swigToEnum(int swigValue) {
    for (tiledb_query_type_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_query_type_t has no constant with the number " + swigValue);
  }
}
