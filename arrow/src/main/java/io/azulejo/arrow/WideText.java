package io.azulejo.arrow;

import io.azulejo.schema.Datatype;

/** Computes the size of UTF-8 text in UTF-16 and UTF-32. */
final class WideText {
  private WideText() {}

  /**
   * Returns the size of UTF-8 text after conversion to a wide encoding (bytes). The result is
   * undefined for invalid UTF-8.
   *
   * @param start the position of the first byte
   * @param end the end position, exclusive
   * @param type the target type, with values of 2 or 4 bytes
   */
  static long size(byte[] utf8, int start, int end, Datatype type) {
    boolean pairs = type.size() == Character.BYTES;
    long count = 0;
    for (int i = start; i < end; i++) {
      int b = utf8[i];
      count += (b & 0xc0) == 0x80 ? 0 : 1;
      // A sequence of four bytes becomes a surrogate pair.
      count += pairs && (b & 0xf8) == 0xf0 ? 1 : 0;
    }
    return count * type.size();
  }
}
