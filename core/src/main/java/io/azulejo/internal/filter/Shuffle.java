package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Transposes the bytes of values to planes: all first bytes, then all second bytes, and so on.
 * Bytes after the last whole value stay in place.
 */
final class Shuffle {
  private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
  private static final long EVEN_SHORTS = 0x0000ffff0000ffffL;
  private static final long LOW_INT = 0xffffffffL;

  private Shuffle() {}

  /**
   * Transposes values to planes.
   *
   * @param length the number of bytes to transpose
   * @param size the size of a value in bytes
   */
  static void shuffle(byte[] in, int inStart, byte[] out, int outStart, int length, int size) {
    int count = length / size;
    int done = 0;
    if (size == 8) {
      done = count & -8;
      shuffle8(in, inStart, out, outStart, count, done);
    } else if (size == 4) {
      done = count & -8;
      shuffle4(in, inStart, out, outStart, count, done);
    } else if (size == 2) {
      done = count & -8;
      shuffle2(in, inStart, out, outStart, count, done);
    } else if (size == 1) {
      System.arraycopy(in, inStart, out, outStart, length);
      return;
    }
    for (int b = 0; b < size; b++) {
      int plane = outStart + b * count;
      for (int e = done; e < count; e++) {
        out[plane + e] = in[inStart + e * size + b];
      }
    }
    int whole = count * size;
    System.arraycopy(in, inStart + whole, out, outStart + whole, length - whole);
  }

  /**
   * Transposes planes to values.
   *
   * @param length the number of bytes to transpose
   * @param size the size of a value in bytes
   */
  static void unshuffle(byte[] in, int inStart, byte[] out, int outStart, int length, int size) {
    int count = length / size;
    unshuffle(in, inStart, count, out, outStart, count, size);
    int whole = count * size;
    System.arraycopy(in, inStart + whole, out, outStart + whole, length - whole);
  }

  /**
   * Transposes a range of planes to values.
   *
   * @param inStart the position of the first value's byte in the first plane
   * @param plane the size of a plane in bytes
   * @param count the number of values
   * @param size the size of a value in bytes
   */
  static void unshuffle(
      byte[] in, int inStart, int plane, byte[] out, int outStart, int count, int size) {
    int done = 0;
    if (size == 8) {
      done = count & -8;
      unshuffle8(in, inStart, out, outStart, plane, done);
    } else if (size == 4) {
      done = count & -8;
      unshuffle4(in, inStart, out, outStart, plane, done);
    } else if (size == 2) {
      done = count & -8;
      unshuffle2(in, inStart, out, outStart, plane, done);
    } else if (size == 1) {
      System.arraycopy(in, inStart, out, outStart, count);
      return;
    }
    for (int b = 0; b < size; b++) {
      int first = inStart + b * plane;
      for (int e = done; e < count; e++) {
        out[outStart + e * size + b] = in[first + e];
      }
    }
  }

  /**
   * Transposes matrices of 8 x 8 bytes. It holds each one in eight longs and swaps bytes, then byte
   * pairs, then groups of four bytes.
   */
  private static void shuffle8(byte[] in, int inStart, byte[] out, int o, int count, int done) {
    for (int at = 0; at < done; at += 8) {
      int i = inStart + at * 8;
      long a = LittleEndian.getLong(in, i);
      long b = LittleEndian.getLong(in, i + 8);
      long c = LittleEndian.getLong(in, i + 16);
      long d = LittleEndian.getLong(in, i + 24);
      long e = LittleEndian.getLong(in, i + 32);
      long f = LittleEndian.getLong(in, i + 40);
      long g = LittleEndian.getLong(in, i + 48);
      long h = LittleEndian.getLong(in, i + 56);
      long t;
      t = ((a >>> 8) ^ b) & EVEN_BYTES;
      b ^= t;
      a ^= t << 8;
      t = ((c >>> 8) ^ d) & EVEN_BYTES;
      d ^= t;
      c ^= t << 8;
      t = ((e >>> 8) ^ f) & EVEN_BYTES;
      f ^= t;
      e ^= t << 8;
      t = ((g >>> 8) ^ h) & EVEN_BYTES;
      h ^= t;
      g ^= t << 8;
      t = ((a >>> 16) ^ c) & EVEN_SHORTS;
      c ^= t;
      a ^= t << 16;
      t = ((b >>> 16) ^ d) & EVEN_SHORTS;
      d ^= t;
      b ^= t << 16;
      t = ((e >>> 16) ^ g) & EVEN_SHORTS;
      g ^= t;
      e ^= t << 16;
      t = ((f >>> 16) ^ h) & EVEN_SHORTS;
      h ^= t;
      f ^= t << 16;
      t = ((a >>> 32) ^ e) & LOW_INT;
      e ^= t;
      a ^= t << 32;
      t = ((b >>> 32) ^ f) & LOW_INT;
      f ^= t;
      b ^= t << 32;
      t = ((c >>> 32) ^ g) & LOW_INT;
      g ^= t;
      c ^= t << 32;
      t = ((d >>> 32) ^ h) & LOW_INT;
      h ^= t;
      d ^= t << 32;
      int p = o + at;
      LittleEndian.putLong(out, p, a);
      LittleEndian.putLong(out, p + count, b);
      LittleEndian.putLong(out, p + 2 * count, c);
      LittleEndian.putLong(out, p + 3 * count, d);
      LittleEndian.putLong(out, p + 4 * count, e);
      LittleEndian.putLong(out, p + 5 * count, f);
      LittleEndian.putLong(out, p + 6 * count, g);
      LittleEndian.putLong(out, p + 7 * count, h);
    }
  }

  private static void unshuffle8(byte[] in, int i, byte[] out, int outStart, int count, int done) {
    for (int at = 0; at < done; at += 8) {
      int p = i + at;
      long a = LittleEndian.getLong(in, p);
      long b = LittleEndian.getLong(in, p + count);
      long c = LittleEndian.getLong(in, p + 2 * count);
      long d = LittleEndian.getLong(in, p + 3 * count);
      long e = LittleEndian.getLong(in, p + 4 * count);
      long f = LittleEndian.getLong(in, p + 5 * count);
      long g = LittleEndian.getLong(in, p + 6 * count);
      long h = LittleEndian.getLong(in, p + 7 * count);
      long t;
      t = ((a >>> 8) ^ b) & EVEN_BYTES;
      b ^= t;
      a ^= t << 8;
      t = ((c >>> 8) ^ d) & EVEN_BYTES;
      d ^= t;
      c ^= t << 8;
      t = ((e >>> 8) ^ f) & EVEN_BYTES;
      f ^= t;
      e ^= t << 8;
      t = ((g >>> 8) ^ h) & EVEN_BYTES;
      h ^= t;
      g ^= t << 8;
      t = ((a >>> 16) ^ c) & EVEN_SHORTS;
      c ^= t;
      a ^= t << 16;
      t = ((b >>> 16) ^ d) & EVEN_SHORTS;
      d ^= t;
      b ^= t << 16;
      t = ((e >>> 16) ^ g) & EVEN_SHORTS;
      g ^= t;
      e ^= t << 16;
      t = ((f >>> 16) ^ h) & EVEN_SHORTS;
      h ^= t;
      f ^= t << 16;
      t = ((a >>> 32) ^ e) & LOW_INT;
      e ^= t;
      a ^= t << 32;
      t = ((b >>> 32) ^ f) & LOW_INT;
      f ^= t;
      b ^= t << 32;
      t = ((c >>> 32) ^ g) & LOW_INT;
      g ^= t;
      c ^= t << 32;
      t = ((d >>> 32) ^ h) & LOW_INT;
      h ^= t;
      d ^= t << 32;
      int o = outStart + at * 8;
      LittleEndian.putLong(out, o, a);
      LittleEndian.putLong(out, o + 8, b);
      LittleEndian.putLong(out, o + 16, c);
      LittleEndian.putLong(out, o + 24, d);
      LittleEndian.putLong(out, o + 32, e);
      LittleEndian.putLong(out, o + 40, f);
      LittleEndian.putLong(out, o + 48, g);
      LittleEndian.putLong(out, o + 56, h);
    }
  }

  /**
   * Transposes matrices of 4 x 4 bytes, two at a time. It holds them in the halves of four longs
   * and swaps bytes, then byte pairs.
   */
  private static void shuffle4(byte[] in, int inStart, byte[] out, int o, int count, int done) {
    for (int e = 0; e < done; e += 8) {
      int i = inStart + e * 4;
      long first = LittleEndian.getLong(in, i);
      long second = LittleEndian.getLong(in, i + 8);
      long third = LittleEndian.getLong(in, i + 16);
      long fourth = LittleEndian.getLong(in, i + 24);
      long a = first & LOW_INT | third << 32;
      long b = first >>> 32 | third & ~LOW_INT;
      long c = second & LOW_INT | fourth << 32;
      long d = second >>> 32 | fourth & ~LOW_INT;
      long t;
      t = ((a >>> 8) ^ b) & EVEN_BYTES;
      b ^= t;
      a ^= t << 8;
      t = ((c >>> 8) ^ d) & EVEN_BYTES;
      d ^= t;
      c ^= t << 8;
      t = ((a >>> 16) ^ c) & EVEN_SHORTS;
      c ^= t;
      a ^= t << 16;
      t = ((b >>> 16) ^ d) & EVEN_SHORTS;
      d ^= t;
      b ^= t << 16;
      int p = o + e;
      LittleEndian.putLong(out, p, a);
      LittleEndian.putLong(out, p + count, b);
      LittleEndian.putLong(out, p + 2 * count, c);
      LittleEndian.putLong(out, p + 3 * count, d);
    }
  }

  private static void unshuffle4(byte[] in, int i, byte[] out, int outStart, int count, int done) {
    for (int e = 0; e < done; e += 8) {
      int p = i + e;
      long a = LittleEndian.getLong(in, p);
      long b = LittleEndian.getLong(in, p + count);
      long c = LittleEndian.getLong(in, p + 2 * count);
      long d = LittleEndian.getLong(in, p + 3 * count);
      long t;
      t = ((a >>> 8) ^ b) & EVEN_BYTES;
      b ^= t;
      a ^= t << 8;
      t = ((c >>> 8) ^ d) & EVEN_BYTES;
      d ^= t;
      c ^= t << 8;
      t = ((a >>> 16) ^ c) & EVEN_SHORTS;
      c ^= t;
      a ^= t << 16;
      t = ((b >>> 16) ^ d) & EVEN_SHORTS;
      d ^= t;
      b ^= t << 16;
      int o = outStart + e * 4;
      LittleEndian.putLong(out, o, a & LOW_INT | b << 32);
      LittleEndian.putLong(out, o + 8, c & LOW_INT | d << 32);
      LittleEndian.putLong(out, o + 16, a >>> 32 | b & ~LOW_INT);
      LittleEndian.putLong(out, o + 24, c >>> 32 | d & ~LOW_INT);
    }
  }

  private static void shuffle2(byte[] in, int inStart, byte[] out, int o, int count, int done) {
    for (int e = 0; e < done; e += 8) {
      int i = inStart + e * 2;
      long a = LittleEndian.getLong(in, i);
      long b = LittleEndian.getLong(in, i + 8);
      LittleEndian.putLong(out, o + e, gatherBytes(a) | gatherBytes(b) << 32);
      LittleEndian.putLong(out, o + e + count, gatherBytes(a >>> 8) | gatherBytes(b >>> 8) << 32);
    }
  }

  private static void unshuffle2(byte[] in, int i, byte[] out, int outStart, int count, int done) {
    for (int e = 0; e < done; e += 8) {
      long a = LittleEndian.getLong(in, i + e);
      long b = LittleEndian.getLong(in, i + e + count);
      int o = outStart + e * 2;
      LittleEndian.putLong(out, o, spreadBytes(a) | spreadBytes(b) << 8);
      LittleEndian.putLong(out, o + 8, spreadBytes(a >>> 32) | spreadBytes(b >>> 32) << 8);
    }
  }

  /** Returns the four lowest bytes of a number, spread out so that a zero byte follows each. */
  private static long spreadBytes(long four) {
    long spread = spreadShorts(four);
    return (spread | spread << 8) & EVEN_BYTES;
  }

  /**
   * Returns the two lowest byte pairs of a number, spread out so that two zero bytes follow each.
   */
  private static long spreadShorts(long two) {
    long low = two & LOW_INT;
    return (low | low << 16) & EVEN_SHORTS;
  }

  /** Returns bytes 0, 2, 4 and 6 of a number in the four lowest bytes. */
  private static long gatherBytes(long eight) {
    long pairs = eight & EVEN_BYTES;
    pairs = (pairs | pairs >>> 8) & EVEN_SHORTS;
    return (pairs | pairs >>> 16) & LOW_INT;
  }
}
