package io.tiledb.libtiledb;

/** Orders in which a folder is walked. They have the same numbers as in the C API. */
public enum tiledb_walk_order_t {
  TILEDB_PREORDER(0),
  TILEDB_POSTORDER(1);

  private final int number;

  tiledb_walk_order_t(int number) {
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
  public static tiledb_walk_order_t swigToEnum(int swigValue) {
    for (tiledb_walk_order_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_walk_order_t has no constant with the number " + swigValue);
  }
}
