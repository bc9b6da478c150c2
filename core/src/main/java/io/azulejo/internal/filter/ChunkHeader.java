package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * The layout of the header of a chunk in a filtered tile: its unfiltered bytes, its filtered bytes
 * and those of its metadata, three numbers of four bytes. Metadata and data follow.
 */
final class ChunkHeader {
  /** The bytes of a header. */
  static final int SIZE = 3 * Integer.BYTES;

  private ChunkHeader() {}

  /** The unfiltered bytes, 0 to 2^32-1. */
  static long original(byte[] bytes, int at) {
    return unsigned(bytes, at);
  }

  /** The filtered bytes, 0 to 2^32-1. */
  static long data(byte[] bytes, int at) {
    return unsigned(bytes, at + Integer.BYTES);
  }

  /** The bytes of the metadata, 0 to 2^32-1. */
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
