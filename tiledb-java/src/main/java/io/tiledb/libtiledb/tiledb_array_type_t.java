package io.tiledb.libtiledb;

/** Kinds of arrays. They have the same numbers as in the C API. */
public enum tiledb_array_type_t {
  TILEDB_DENSE(0),
  TILEDB_SPARSE(1);

  private final int number;

  tiledb_array_type_t(int number) {
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
  public static tiledb_array_type_t swigToEnum(int swigValue) {
    for (tiledb_array_type_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_array_type_t has no constant with the number " + swigValue);
  }
}
