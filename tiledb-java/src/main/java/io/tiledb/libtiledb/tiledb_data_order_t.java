package io.tiledb.libtiledb;

/** Orders of the values of a dimension label. They have the same numbers as in the C API. */
public enum tiledb_data_order_t {
  TILEDB_UNORDERED_DATA(0),
  TILEDB_INCREASING_DATA(1),
  TILEDB_DECREASING_DATA(2);

  private final int number;

  tiledb_data_order_t(int number) {
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
  public static tiledb_data_order_t swigToEnum(int swigValue) {
    for (tiledb_data_order_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_data_order_t has no constant with the number " + swigValue);
  }
}
