package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * The header of a chunk in a filtered tile: unfiltered size, filtered size and metadata size, four
 * bytes each. Metadata and data follow.
 */
final class ChunkHeader {
  /** The size of a header in bytes. */
  static final int SIZE = 3 * Integer.BYTES;

  private ChunkHeader() {}

  /** Returns the unfiltered size in bytes, 0 to 2^32-1. */
  static long original(byte[] bytes, int at) {
    return unsigned(bytes, at);
  }

  /** Returns the filtered size in bytes, 0 to 2^32-1. */
  static long data(byte[] bytes, int at) {
    return unsigned(bytes, at + Integer.BYTES);
  }

  /** Returns the metadata size in bytes, 0 to 2^32-1. */
  static long metadata(byte[] bytes, int at) {
    return unsigned(bytes, at + 2 * Integer.BYTES);
  }

  /** Writes a header. */
  static void put(byte[] bytes, int at, int original, int data, int metadata) {
    LittleEndian.putInt(bytes, at, original);
    LittleEndian.putInt(bytes, at + Integer.BYTES, data);
    LittleEndian.putInt(bytes, at + 2 * Integer.BYTES, metadata);
  }

  private static long unsigned(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at) & 0xffffffffL;
  }
}
