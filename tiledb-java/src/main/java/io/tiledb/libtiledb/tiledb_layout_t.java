package io.tiledb.libtiledb;

/** Orders of cells and tiles. They have the same numbers as in the C API. */
public enum tiledb_layout_t {
  TILEDB_ROW_MAJOR(0),
  TILEDB_COL_MAJOR(1),
  TILEDB_GLOBAL_ORDER(2),
  TILEDB_UNORDERED(3),
  TILEDB_HILBERT(4);

  private final int number;

  tiledb_layout_t(int number) {
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
  public static tiledb_layout_t swigToEnum(int swigValue) {
    for (tiledb_layout_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_layout_t has no constant with the number " + swigValue);
  }
}
