package io.tiledb.libtiledb;

/** Options of filters. They have the same numbers as in the C API. */
public enum tiledb_filter_option_t {
  TILEDB_COMPRESSION_LEVEL(0),
  TILEDB_BIT_WIDTH_MAX_WINDOW(1),
  TILEDB_POSITIVE_DELTA_MAX_WINDOW(2),
  TILEDB_SCALE_FLOAT_BYTEWIDTH(3),
  TILEDB_SCALE_FLOAT_FACTOR(4),
  TILEDB_SCALE_FLOAT_OFFSET(5),
  TILEDB_WEBP_QUALITY(6),
  TILEDB_WEBP_INPUT_FORMAT(7),
  TILEDB_WEBP_LOSSLESS(8),
  TILEDB_COMPRESSION_REINTERPRET_DATATYPE(9);

  private final int number;

  tiledb_filter_option_t(int number) {
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
  public static tiledb_filter_option_t swigToEnum(int swigValue) {
    for (tiledb_filter_option_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_filter_option_t has no constant with the number " + swigValue);
  }
}
