package io.azulejo.webp;

import java.io.ByteArrayOutputStream;

/** Writes bits of a stream, the lowest bit of each byte first. */
final class BitWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long pending;
  private int size;

  /** Writes the lowest {@code count} bits of a number, at most 32. */
  void write(int value, int count) {
    pending |= (value & (1L << count) - 1) << size;
    size += count;
    while (size >= Byte.SIZE) {
      out.write((int) pending);
      pending >>>= Byte.SIZE;
      size -= Byte.SIZE;
    }
  }

  /** Returns all bits so far, padded with zeros to a whole byte. */
  byte[] toBytes() {
    if (size > 0) {
      out.write((int) pending);
      pending = 0;
      size = 0;
    }
    return out.toByteArray();
  }
}
