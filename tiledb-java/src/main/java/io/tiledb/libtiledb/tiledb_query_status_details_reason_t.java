package io.tiledb.libtiledb;

/** Reasons for an incomplete query. They have the same numbers as in the C API. */
public enum tiledb_query_status_details_reason_t {
  TILEDB_REASON_NONE(0),
  TILEDB_REASON_USER_BUFFER_SIZE(1),
  TILEDB_REASON_MEMORY_BUDGET(2);

  private final int number;

  tiledb_query_status_details_reason_t(int number) {
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
  public static tiledb_query_status_details_reason_t swigToEnum(int swigValue) {
    for (tiledb_query_status_details_reason_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_query_status_details_reason_t has no constant with the number " + swigValue);
  }
}
