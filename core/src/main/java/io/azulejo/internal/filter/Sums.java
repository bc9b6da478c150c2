package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/** Computes running sums of 1, 2, 4 or 8-byte integers, with wrap-around. */
final class Sums {
  private Sums() {}

  /**
   * Computes, for each value, the sum of {@code start} and all values up to and including it.
   *
   * @param length the total size of the values in bytes
   * @param size the size of a value in bytes: 1, 2, 4 or 8
   */
  static void of(byte[] in, int from, byte[] out, int to, int length, int size, long start) {
    switch (size) {
      case 1 -> ofBytes(in, from, out, to, length, (byte) start);
      case 2 -> ofShorts(in, from, out, to, length, (short) start);
      case 4 -> ofInts(in, from, out, to, length, (int) start);
      default -> ofLongs(in, from, out, to, length, start);
    }
  }

  private static void ofBytes(byte[] in, int from, byte[] out, int to, int length, byte start) {
    byte sum = start;
    for (int i = 0; i < length; i++) {
      sum += in[from + i];
      out[to + i] = sum;
    }
  }

  private static void ofShorts(byte[] in, int from, byte[] out, int to, int length, short start) {
    short sum = start;
    for (int i = 0; i < length; i += Short.BYTES) {
      sum += LittleEndian.getShort(in, from + i);
      LittleEndian.putShort(out, to + i, sum);
    }
  }

  private static void ofInts(byte[] in, int from, byte[] out, int to, int length, int start) {
    int sum = start;
    for (int i = 0; i < length; i += Integer.BYTES) {
      sum += LittleEndian.getInt(in, from + i);
      LittleEndian.putInt(out, to + i, sum);
    }
  }

  private static void ofLongs(byte[] in, int from, byte[] out, int to, int length, long start) {
    long sum = start;
    for (int i = 0; i < length; i += Long.BYTES) {
      sum += LittleEndian.getLong(in, from + i);
      LittleEndian.putLong(out, to + i, sum);
    }
  }
}
