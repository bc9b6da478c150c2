package io.tiledb.libtiledb;

/** MIME types of stored files. They have the same numbers as in the C API. */
public enum tiledb_mime_type_t {
  TILEDB_MIME_AUTODETECT(0),
  TILEDB_MIME_TIFF(1),
  TILEDB_MIME_PDF(2);

  private final int number;

  tiledb_mime_type_t(int number) {
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
  public static tiledb_mime_type_t swigToEnum(int swigValue) {
    for (tiledb_mime_type_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_mime_type_t has no constant with the number " + swigValue);
  }
}
