package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Converts blocks of 1, 2, 4 or 8-byte integers to longs and back, so that a filter needs only one
 * loop for all widths.
 */
final class LongBlocks {
  /** The number of integers in a block. */
  static final int BLOCK = 1024;

  private LongBlocks() {}

  /**
   * Loads integers and extends them to longs: with zeros if they are unsigned, otherwise with the
   * sign bit.
   */
  static void load(byte[] from, int offset, int count, int size, boolean unsigned, long[] values) {
    switch (size) {
      case 1 -> {
        long mask = unsigned ? 0xff : -1;
        for (int i = 0; i < count; i++) {
          values[i] = from[offset + i] & mask;
        }
      }
      case 2 -> {
        long mask = unsigned ? 0xffff : -1;
        for (int i = 0; i < count; i++) {
          values[i] = LittleEndian.getShort(from, offset + i * Short.BYTES) & mask;
        }
      }
      case 4 -> {
        long mask = unsigned ? 0xffffffffL : -1;
        for (int i = 0; i < count; i++) {
          values[i] = LittleEndian.getInt(from, offset + i * Integer.BYTES) & mask;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          values[i] = LittleEndian.getLong(from, offset + i * Long.BYTES);
        }
      }
    }
  }

  /** Stores the lowest {@code size} bytes of each long. */
  static void store(long[] values, int count, int size, byte[] to, int offset) {
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          to[offset + i] = (byte) values[i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putShort(to, offset + i * Short.BYTES, (short) values[i]);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putInt(to, offset + i * Integer.BYTES, (int) values[i]);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putLong(to, offset + i * Long.BYTES, values[i]);
        }
      }
    }
  }
}
