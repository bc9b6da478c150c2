package io.azulejo.arrow;

import io.azulejo.schema.Datatype;

/** Text of UTF-8 in an encoding of wider characters. */
final class WideText {
  private WideText() {}

  /**
   * How many bytes text takes in the encoding of a type whose values have 2 or 4 bytes. Without
   * meaning where it is no UTF-8.
   *
   * @param end where it ends, exclusive
   */
  static long size(byte[] utf8, int start, int end, Datatype type) {
    boolean pairs = type.size() == Character.BYTES;
    long count = 0;
    for (int i = start; i < end; i++) {
      int b = utf8[i];
      count += (b & 0xc0) == 0x80 ? 0 : 1;
      // Four bytes are a pair of surrogates.
      count += pairs && (b & 0xf8) == 0xf0 ? 1 : 0;
    }
    return count * type.size();
  }
}
