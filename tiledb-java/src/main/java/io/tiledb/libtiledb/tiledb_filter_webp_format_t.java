package io.tiledb.libtiledb;

/** Pixel formats of the WebP filter. They have the same numbers as in the C API. */
public enum tiledb_filter_webp_format_t {
  TILEDB_WEBP_NONE(0),
  TILEDB_WEBP_RGB(1),
  TILEDB_WEBP_BGR(2),
  TILEDB_WEBP_RGBA(3),
  TILEDB_WEBP_BGRA(4);

  private final int number;

  tiledb_filter_webp_format_t(int number) {
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
  public static tiledb_filter_webp_format_t swigToEnum(int swigValue) {
    for (tiledb_filter_webp_format_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_filter_webp_format_t has no constant with the number " + swigValue);
  }
}
