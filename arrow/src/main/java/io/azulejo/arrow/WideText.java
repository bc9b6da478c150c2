package io.azulejo.arrow;

import io.azulejo.schema.Datatype;

/** Computes the size of UTF-8 text in wider encodings. */
final class WideText {
  private WideText() {}

  /**
   * Returns the size of text in the encoding of a type with 2-byte or 4-byte values. The result is
   * undefined for invalid UTF-8.
   *
   * @param end the end of the text, exclusive
   */
  static long size(byte[] utf8, int start, int end, Datatype type) {
    boolean pairs = type.size() == Character.BYTES;
    long count = 0;
    for (int i = start; i < end; i++) {
      int b = utf8[i];
      count += (b & 0xc0) == 0x80 ? 0 : 1;
      // Four bytes encode a surrogate pair.
      count += pairs && (b & 0xf8) == 0xf0 ? 1 : 0;
    }
    return count * type.size();
  }
}
