package io.tiledb.libtiledb;

/** States of a query. They have the same numbers as in the C API. */
public enum tiledb_query_status_t {
  TILEDB_FAILED(0),
  TILEDB_COMPLETED(1),
  TILEDB_INPROGRESS(2),
  TILEDB_INCOMPLETE(3),
  TILEDB_UNINITIALIZED(4),
  TILEDB_INITIALIZED(5);

  private final int number;

  tiledb_query_status_t(int number) {
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
  public static tiledb_query_status_t swigToEnum(int swigValue) {
    for (tiledb_query_status_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_query_status_t has no constant with the number " + swigValue);
  }
}
