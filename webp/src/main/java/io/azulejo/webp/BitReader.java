package io.azulejo.webp;

import java.io.IOException;

/** Reads a byte array bit by bit, starting with the lowest bit of each byte. */
final class BitReader {
  private final byte[] bytes;
  private long position;

  BitReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads an unsigned number, whose lowest bit comes first.
   *
   * @param count number of bits, 0 to 24
   * @throws IOException if fewer bits are left
   */
  int read(int count) throws IOException {
    int value = 0;
    for (int i = 0; i < count; ) {
      int at = (int) (position >>> 3);
      if (at >= bytes.length) {
        throw new IOException("the lossless image ends after %d bytes".formatted(bytes.length));
      }
      int used = (int) position & 7;
      int more = Math.min(Byte.SIZE - used, count - i);
      value |= ((bytes[at] & 0xff) >>> used & (1 << more) - 1) << i;
      i += more;
      position += more;
    }
    return value;
  }

  /** Reads a single bit. */
  boolean readFlag() throws IOException {
    return read(1) == 1;
  }
}
