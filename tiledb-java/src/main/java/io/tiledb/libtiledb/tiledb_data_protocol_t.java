package io.tiledb.libtiledb;

/**
 * Protocols of the native library for object stores. Nothing in this library uses them. They have
 * the same numbers as in the C API.
 */
public enum tiledb_data_protocol_t {
  TILEDB_DATA_PROTOCOL_v2(0),
  TILEDB_DATA_PROTOCOL_v3(1);

  private final int number;

  tiledb_data_protocol_t(int number) {
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
  public static tiledb_data_protocol_t swigToEnum(int swigValue) {
    for (tiledb_data_protocol_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_data_protocol_t has no constant with the number " + swigValue);
  }
}
