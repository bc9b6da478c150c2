package io.tiledb.libtiledb;

/** Origins of a query field. They have the same numbers as in the C API. */
public enum tiledb_field_origin_t {
  TILEDB_ATTRIBUTE_FIELD(0),
  TILEDB_DIMENSION_FIELD(1),
  TILEDB_AGGREGATE_FIELD(2);

  private final int number;

  tiledb_field_origin_t(int number) {
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
  public static tiledb_field_origin_t swigToEnum(int swigValue) {
    for (tiledb_field_origin_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_field_origin_t has no constant with the number " + swigValue);
  }
}
