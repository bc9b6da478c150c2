package io.azulejo.arrow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Converts between arrays with one byte per flag and Arrow's bitmaps, which store the first flag in
 * the lowest bit.
 */
final class Bits {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** A multiplier that gathers the lowest bits of 8 bytes in the highest byte. */
  private static final long GATHER = 0x0102040810204080L;

  private static final long LOWEST = 0x0101010101010101L;

  private Bits() {}

  /** Returns the number of bytes that hold {@code count} bits. */
  static int bytes(int count) {
    return (int) ((count + 7L) / Byte.SIZE);
  }

  /** Packs the first {@code count} flags. A bit is set if its byte is not 0. */
  static byte[] pack(byte[] flags, int count) {
    byte[] bits = new byte[bytes(count)];
    int whole = count / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      long word = (long) LONG.get(flags, i * Byte.SIZE);
      if ((word & ~LOWEST) != 0) {
        // For bytes other than 0 and 1, set the lowest bit if any bit is set.
        long folded = word | (word >>> 4 & 0x0f0f0f0f0f0f0f0fL);
        folded |= folded >>> 2 & 0x3f3f3f3f3f3f3f3fL;
        folded |= folded >>> 1 & 0x7f7f7f7f7f7f7f7fL;
        word = folded & LOWEST;
      }
      bits[i] = (byte) (word * GATHER >>> 56);
    }
    for (int i = whole * Byte.SIZE; i < count; i++) {
      if (flags[i] != 0) {
        bits[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
    return bits;
  }

  /**
   * Returns the number of zeros among the first {@code count} bits. All later bits must be zero.
   */
  static int zeros(byte[] bits, int count) {
    int set = 0;
    for (byte some : bits) {
      set += Integer.bitCount(some & 0xff);
    }
    return count - set;
  }

  /**
   * Unpacks {@code count} bits into one byte each, 0 or 1.
   *
   * @param bytes an array that contains the bitmap
   * @param start the first byte of the bitmap
   */
  static byte[] unpack(byte[] bytes, int start, int count) {
    byte[] flags = new byte[count];
    for (int i = 0; i < count; i++) {
      flags[i] = (byte) (bytes[start + (i >> 3)] >> (i & 7) & 1);
    }
    return flags;
  }
}
