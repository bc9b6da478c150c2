package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * The values of a chunk in transposed form: all first bytes, then all second bytes, and so on. They
 * are restored one range at a time, directly to an array of any type. Reads thus write each value
 * only once, and restore only the values that they need. Not thread-safe.
 *
 * <p>The loops are deliberately duplicated per type, because only a direct store into the target
 * overlaps the wait for its memory with the transposition.
 */
public final class BytePlanes {
  /** The number of values that the loops restore at once. */
  public static final int GROUP = 8;

  private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
  private static final long EVEN_SHORTS = 0x0000ffff0000ffffL;
  private static final long LOW_INT = 0xffffffffL;

  private byte[] bytes = new byte[0];
  private int start;
  private int count;
  private int size = 1;

  /** Creates an instance without values. */
  public BytePlanes() {}

  /**
   * Sets the values.
   *
   * @param array the array that contains the planes; the caller must not change it while this
   *     object is in use
   * @param from the position of the first plane in the array
   * @param values the number of values, which is also the size of a plane in bytes
   * @param valueSize the size of a value in bytes
   */
  void set(byte[] array, int from, int values, int valueSize) {
    bytes = array;
    start = from;
    count = values;
    size = valueSize;
  }

  /** Returns the size of a value in bytes. */
  public int size() {
    return size;
  }

  /**
   * Restores values of any size in little-endian order.
   *
   * @param first the index of the first value
   * @param values the number of values
   * @param to the array that receives the values
   * @param at the position of the first byte in that array
   */
  public void bytes(int first, int values, byte[] to, int at) {
    Shuffle.unshuffle(bytes, start + first, count, to, at, values, size);
  }

  /**
   * Restores values of 8 bytes as {@code long}s; see {@link #bytes(int, int, byte[], int)}.
   *
   * @param at the index of the first value in the target
   */
  public void longs(int first, int values, long[] to, int at) {
    int whole = values & -GROUP;
    if (whole > 0) {
      longs8(bytes, start + first, count, to, at, whole);
    }
    if (whole > 0 && whole < values) {
      // The last group may overlap the one before it: both restore the same values.
      int last = values - GROUP;
      longs8(bytes, start + first + last, count, to, at + last, GROUP);
    } else {
      for (int i = whole; i < values; i++) {
        to[at + i] = value(first + i);
      }
    }
  }

  /**
   * Restores values of 8 bytes as {@code double}s; see {@link #bytes(int, int, byte[], int)}.
   *
   * @param at the index of the first value in the target
   */
  public void doubles(int first, int values, double[] to, int at) {
    int whole = values & -GROUP;
    if (whole > 0) {
      doubles8(bytes, start + first, count, to, at, whole);
    }
    if (whole > 0 && whole < values) {
      // The last group may overlap the one before it: both restore the same values.
      int last = values - GROUP;
      doubles8(bytes, start + first + last, count, to, at + last, GROUP);
    } else {
      for (int i = whole; i < values; i++) {
        to[at + i] = Double.longBitsToDouble(value(first + i));
      }
    }
  }

  /**
   * Restores values of 4 bytes as {@code int}s; see {@link #bytes(int, int, byte[], int)}.
   *
   * @param at the index of the first value in the target
   */
  public void ints(int first, int values, int[] to, int at) {
    int whole = values & -GROUP;
    if (whole > 0) {
      ints8(bytes, start + first, count, to, at, whole);
    }
    if (whole > 0 && whole < values) {
      // The last group may overlap the one before it: both restore the same values.
      int last = values - GROUP;
      ints8(bytes, start + first + last, count, to, at + last, GROUP);
    } else {
      for (int i = whole; i < values; i++) {
        to[at + i] = (int) value(first + i);
      }
    }
  }

  /**
   * Restores values of 4 bytes as {@code float}s; see {@link #bytes(int, int, byte[], int)}.
   *
   * @param at the index of the first value in the target
   */
  public void floats(int first, int values, float[] to, int at) {
    int whole = values & -GROUP;
    if (whole > 0) {
      floats8(bytes, start + first, count, to, at, whole);
    }
    if (whole > 0 && whole < values) {
      // The last group may overlap the one before it: both restore the same values.
      int last = values - GROUP;
      floats8(bytes, start + first + last, count, to, at + last, GROUP);
    } else {
      for (int i = whole; i < values; i++) {
        to[at + i] = Float.intBitsToFloat((int) value(first + i));
      }
    }
  }

  /**
   * Restores values of 2 bytes as {@code short}s; see {@link #bytes(int, int, byte[], int)}.
   *
   * @param at the index of the first value in the target
   */
  public void shorts(int first, int values, short[] to, int at) {
    int whole = values & -GROUP;
    if (whole > 0) {
      shorts8(bytes, start + first, count, to, at, whole);
    }
    if (whole > 0 && whole < values) {
      // The last group may overlap the one before it: both restore the same values.
      int last = values - GROUP;
      shorts8(bytes, start + first + last, count, to, at + last, GROUP);
    } else {
      for (int i = whole; i < values; i++) {
        to[at + i] = (short) value(first + i);
      }
    }
  }

  /** Returns a value as an unsigned number. */
  private long value(int index) {
    long value = 0;
    for (int b = 0; b < size; b++) {
      value |= (bytes[start + b * count + index] & 0xffL) << Byte.SIZE * b;
    }
    return value;
  }

  private static void longs8(byte[] in, int i, int count, long[] out, int outStart, int done) {
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
      int o = outStart + at;
      out[o] = a;
      out[o + 1] = b;
      out[o + 2] = c;
      out[o + 3] = d;
      out[o + 4] = e;
      out[o + 5] = f;
      out[o + 6] = g;
      out[o + 7] = h;
    }
  }

  private static void doubles8(byte[] in, int i, int count, double[] out, int outStart, int done) {
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
      int o = outStart + at;
      out[o] = Double.longBitsToDouble(a);
      out[o + 1] = Double.longBitsToDouble(b);
      out[o + 2] = Double.longBitsToDouble(c);
      out[o + 3] = Double.longBitsToDouble(d);
      out[o + 4] = Double.longBitsToDouble(e);
      out[o + 5] = Double.longBitsToDouble(f);
      out[o + 6] = Double.longBitsToDouble(g);
      out[o + 7] = Double.longBitsToDouble(h);
    }
  }

  private static void ints8(byte[] in, int i, int count, int[] out, int outStart, int done) {
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
      int o = outStart + e;
      out[o] = (int) a;
      out[o + 1] = (int) b;
      out[o + 2] = (int) c;
      out[o + 3] = (int) d;
      out[o + 4] = (int) (a >>> 32);
      out[o + 5] = (int) (b >>> 32);
      out[o + 6] = (int) (c >>> 32);
      out[o + 7] = (int) (d >>> 32);
    }
  }

  private static void floats8(byte[] in, int i, int count, float[] out, int outStart, int done) {
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
      int o = outStart + e;
      out[o] = Float.intBitsToFloat((int) a);
      out[o + 1] = Float.intBitsToFloat((int) b);
      out[o + 2] = Float.intBitsToFloat((int) c);
      out[o + 3] = Float.intBitsToFloat((int) d);
      out[o + 4] = Float.intBitsToFloat((int) (a >>> 32));
      out[o + 5] = Float.intBitsToFloat((int) (b >>> 32));
      out[o + 6] = Float.intBitsToFloat((int) (c >>> 32));
      out[o + 7] = Float.intBitsToFloat((int) (d >>> 32));
    }
  }

  private static void shorts8(byte[] in, int i, int count, short[] out, int outStart, int done) {
    for (int e = 0; e < done; e += 8) {
      long low = LittleEndian.getLong(in, i + e);
      long high = LittleEndian.getLong(in, i + e + count);
      long even = low & EVEN_BYTES | (high & EVEN_BYTES) << 8;
      long odd = low >>> 8 & EVEN_BYTES | high & ~EVEN_BYTES;
      int o = outStart + e;
      out[o] = (short) even;
      out[o + 1] = (short) odd;
      out[o + 2] = (short) (even >>> 16);
      out[o + 3] = (short) (odd >>> 16);
      out[o + 4] = (short) (even >>> 32);
      out[o + 5] = (short) (odd >>> 32);
      out[o + 6] = (short) (even >>> 48);
      out[o + 7] = (short) (odd >>> 48);
    }
  }
}
