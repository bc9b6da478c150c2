package io.tiledb.java.api;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Conversions and checks. */
public class Util {
  private static final int UINT64_BITS = 64;

  /** Creates an instance without state; all methods are static. */
  public Util() {}

  /**
   * Splits the bytes of a field into UTF-8 strings.
   *
   * @param offsets start of each string in {@code data}; the last string extends to the end
   */
  public static String[] bytesToStrings(long[] offsets, byte[] data) {
    String[] strings = new String[offsets.length];
    for (int i = 0; i < offsets.length; i++) {
      int start = (int) offsets[i];
      int end = i + 1 < offsets.length ? (int) offsets[i + 1] : data.length;
      strings[i] = new String(data, start, end - start, StandardCharsets.UTF_8);
    }
    return strings;
  }

  /**
   * Converts a number.
   *
   * @throws TileDBError if the number is greater than {@link Integer#MAX_VALUE}
   */
  public static int castLongToInt(long num) throws TileDBError {
    if (num > Integer.MAX_VALUE) {
      throw new TileDBError("%d is greater than %d".formatted(num, Integer.MAX_VALUE));
    }
    return (int) num;
  }

  /**
   * Checks that a number is an unsigned integer of 64 bits.
   *
   * @return true
   * @throws TileDBError if it is not
   */
  public static boolean checkBigIntegerRange(BigInteger bigInteger) throws TileDBError {
    if (bigInteger.signum() < 0 || bigInteger.bitLength() > UINT64_BITS) {
      throw new TileDBError(
          "%s is out of range for UINT64 (0..18446744073709551615)".formatted(bigInteger));
    }
    return true;
  }

  /**
   * Returns the data type of a dimension or an attribute.
   *
   * @throws TileDBError if the array has no such field
   */
  public static Datatype getFieldDatatype(Array array, String fieldName) throws TileDBError {
    try (ArraySchema schema = array.getSchema();
        Domain domain = schema.getDomain()) {
      if (domain.hasDimension(fieldName)) {
        try (Dimension<?> dimension = domain.getDimension(fieldName)) {
          return dimension.getType();
        }
      }
      try (Attribute attribute = schema.getAttribute(fieldName)) {
        return attribute.getType();
      }
    }
  }
}
