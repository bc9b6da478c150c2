package io.tiledb.libtiledb;

/** Comparison operators of query conditions. They have the same numbers as in the C API. */
public enum tiledb_query_condition_op_t {
  TILEDB_LT(0),
  TILEDB_LE(1),
  TILEDB_GT(2),
  TILEDB_GE(3),
  TILEDB_EQ(4),
  TILEDB_NE(5),
  TILEDB_IN(6),
  TILEDB_NOT_IN(7);

  private final int number;

  tiledb_query_condition_op_t(int number) {
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
  public static tiledb_query_condition_op_t swigToEnum(int swigValue) {
    for (tiledb_query_condition_op_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_query_condition_op_t has no constant with the number " + swigValue);
  }
}
