package io.tiledb.libtiledb;

/** Forms of a current domain. They have the same numbers as in the C API. */
public enum tiledb_current_domain_type_t {
  TILEDB_NDRECTANGLE(0);

  private final int number;

  tiledb_current_domain_type_t(int number) {
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
  public static tiledb_current_domain_type_t swigToEnum(int swigValue) {
    for (tiledb_current_domain_type_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_current_domain_type_t has no constant with the number " + swigValue);
  }
}
