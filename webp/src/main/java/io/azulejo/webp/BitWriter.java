package io.azulejo.webp;

import java.io.ByteArrayOutputStream;

/** Bits for a stream, the lowest bit of each byte first. */
final class BitWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long pending;
  private int size;

  /** Writes the lowest bits of a number, at most 32. */
  void write(int value, int count) {
    pending |= (value & (1L << count) - 1) << size;
    size += count;
    while (size >= Byte.SIZE) {
      out.write((int) pending);
      pending >>>= Byte.SIZE;
      size -= Byte.SIZE;
    }
  }

  /** All bits so far, with zeros up to a whole byte. */
  byte[] toBytes() {
    if (size > 0) {
      out.write((int) pending);
      pending = 0;
      size = 0;
    }
    return out.toByteArray();
  }
}
