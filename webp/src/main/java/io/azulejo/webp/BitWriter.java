package io.azulejo.webp;

import java.io.ByteArrayOutputStream;

/** A growable byte buffer that is filled bit by bit, starting with the lowest bit of each byte. */
final class BitWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long pending;
  private int size;

  /**
   * Appends the lowest bits of a number, starting with the lowest one.
   *
   * @param count number of bits, 0 to 32
   */
  void write(int value, int count) {
    pending |= (value & (1L << count) - 1) << size;
    size += count;
    while (size >= Byte.SIZE) {
      out.write((int) pending);
      pending >>>= Byte.SIZE;
      size -= Byte.SIZE;
    }
  }

  /** Pads the last byte with zeros and returns all bytes. Call it only once, at the end. */
  byte[] toBytes() {
    if (size > 0) {
      out.write((int) pending);
      pending = 0;
      size = 0;
    }
    return out.toByteArray();
  }
}
