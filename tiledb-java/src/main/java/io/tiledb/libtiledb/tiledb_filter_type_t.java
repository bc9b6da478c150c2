package io.tiledb.libtiledb;

/** Types of filters. They have the same numbers as in the C API. */
public enum tiledb_filter_type_t {
  TILEDB_FILTER_NONE(0),
  TILEDB_FILTER_GZIP(1),
  TILEDB_FILTER_ZSTD(2),
  TILEDB_FILTER_LZ4(3),
  TILEDB_FILTER_RLE(4),
  TILEDB_FILTER_BZIP2(5),
  TILEDB_FILTER_DOUBLE_DELTA(6),
  TILEDB_FILTER_BIT_WIDTH_REDUCTION(7),
  TILEDB_FILTER_BITSHUFFLE(8),
  TILEDB_FILTER_BYTESHUFFLE(9),
  TILEDB_FILTER_POSITIVE_DELTA(10),
  TILEDB_FILTER_CHECKSUM_MD5(12),
  TILEDB_FILTER_CHECKSUM_SHA256(13),
  TILEDB_FILTER_DICTIONARY(14),
  TILEDB_FILTER_SCALE_FLOAT(15),
  TILEDB_FILTER_XOR(16),
  TILEDB_FILTER_DEPRECATED(17),
  TILEDB_FILTER_WEBP(18),
  TILEDB_FILTER_DELTA(19),
  TILEDB_INTERNAL_FILTER_COUNT(20);

  private final int number;

  tiledb_filter_type_t(int number) {
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
  public static tiledb_filter_type_t swigToEnum(int swigValue) {
    for (tiledb_filter_type_t constant : values()) {
      if (constant.number == swigValue) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "tiledb_filter_type_t has no constant with the number " + swigValue);
  }
}
