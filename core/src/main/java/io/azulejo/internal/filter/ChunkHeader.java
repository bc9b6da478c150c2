package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Reads and writes the header of a chunk in a filtered tile. The header consists of the unfiltered
 * size, the filtered size and the metadata size (4 bytes each). The metadata and the filtered data
 * follow.
 */
final class ChunkHeader {
  /** The size of a header in bytes. */
  static final int SIZE = 3 * Integer.BYTES;

  private ChunkHeader() {}

  /**
   * Returns the unfiltered size in bytes (0 to 2^32-1).
   *
   * @param at the position of the header
   */
  static long original(byte[] bytes, int at) {
    return unsigned(bytes, at);
  }

  /**
   * Returns the filtered size of the data in bytes (0 to 2^32-1).
   *
   * @param at the position of the header
   */
  static long data(byte[] bytes, int at) {
    return unsigned(bytes, at + Integer.BYTES);
  }

  /**
   * Returns the size of the metadata in bytes (0 to 2^32-1).
   *
   * @param at the position of the header
   */
  static long metadata(byte[] bytes, int at) {
    return unsigned(bytes, at + 2 * Integer.BYTES);
  }

  /**
   * Writes a header.
   *
   * @param at the position of the header
   * @param original the unfiltered size in bytes
   * @param data the filtered size of the data in bytes
   * @param metadata the size of the metadata in bytes
   */
  static void put(byte[] bytes, int at, int original, int data, int metadata) {
    LittleEndian.putInt(bytes, at, original);
    LittleEndian.putInt(bytes, at + Integer.BYTES, data);
    LittleEndian.putInt(bytes, at + 2 * Integer.BYTES, metadata);
  }

  private static long unsigned(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at) & 0xffffffffL;
  }
}
