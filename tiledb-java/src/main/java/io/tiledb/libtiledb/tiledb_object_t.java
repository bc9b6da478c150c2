package io.tiledb.libtiledb;

/** Kinds of objects in a store. They have the same numbers as in the C API. */
public enum tiledb_object_t {
  TILEDB_INVALID(0),
  TILEDB_GROUP(1),
  TILEDB_ARRAY(2);

  private final int number;

  tiledb_object_t(int number) {
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
  public static tiledb_object_t swigToEnum(int swigValue) {
    for (tiledb_object_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_object_t has no constant with the number " + swigValue);
  }
}
