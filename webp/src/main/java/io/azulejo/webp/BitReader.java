package io.azulejo.webp;

import java.io.IOException;

/** Reads bits of a stream, the lowest bit of each byte first. */
final class BitReader {
  private final byte[] bytes;
  private long position;

  BitReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads a number of at most 24 bits. */
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

  boolean readFlag() throws IOException {
    return read(1) == 1;
  }
}
