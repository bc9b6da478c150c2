package io.tiledb.java.api;

import java.nio.ByteBuffer;

/**
 * The form of offsets in buffers.
 *
 * @param size the size of an offset in bytes, 4 or 8
 * @param elements whether offsets count values instead of bytes
 * @param extra whether one more offset follows, which is the end of the last cell
 */
record OffsetFormat(int size, boolean elements, boolean extra) {
  /** Returns the form that {@code sm.var_offsets.*} configures. */
  static OffsetFormat of(Config config) throws TileDBError {
    String bits = config.text("sm.var_offsets.bitsize");
    String mode = config.text("sm.var_offsets.mode");
    if (!bits.equals("32") && !bits.equals("64")) {
      throw new TileDBError("sm.var_offsets.bitsize is '%s'; use 32 or 64".formatted(bits));
    } else if (!mode.equals("bytes") && !mode.equals("elements")) {
      throw new TileDBError("sm.var_offsets.mode is '%s'; use bytes or elements".formatted(mode));
    }
    return new OffsetFormat(
        bits.equals("32") ? Integer.BYTES : Long.BYTES,
        mode.equals("elements"),
        config.text("sm.var_offsets.extra_element").equals("true"));
  }

  /** Returns the number of cells for which a number of bytes has room. */
  long cells(long bytes) {
    return Math.max(0, bytes / size - (extra ? 1 : 0));
  }

  /** Returns the size of the offsets of some cells in bytes; 0 if there are none. */
  long bytes(long cells) {
    return cells == 0 ? 0 : (cells + (extra ? 1 : 0)) * size;
  }

  /** Reads an offset, as a number of bytes. */
  long get(ByteBuffer buffer, long index, int valueSize) {
    int at = (int) index * size;
    long offset = size == Long.BYTES ? buffer.getLong(at) : buffer.getInt(at) & 0xffffffffL;
    return elements ? offset * valueSize : offset;
  }

  /**
   * Writes the offsets of consecutive cells.
   *
   * @param index the index in the buffer of the first offset
   * @param starts the start of each cell, in bytes
   * @param first the index in {@code starts} of the first cell
   * @param count the number of offsets
   * @param shift the number of bytes to add to each start
   */
  void put(
      ByteBuffer buffer,
      long index,
      int[] starts,
      int first,
      int count,
      long shift,
      int valueSize) {
    int at = (int) index * size;
    // All types have sizes that are powers of two, and a shift is faster than a division.
    int bits = elements ? Integer.numberOfTrailingZeros(valueSize) : 0;
    if (size == Long.BYTES) {
      for (int i = 0; i < count; i++) {
        buffer.putLong(at + i * Long.BYTES, (starts[first + i] + shift) >> bits);
      }
    } else {
      for (int i = 0; i < count; i++) {
        buffer.putInt(at + i * Integer.BYTES, (int) ((starts[first + i] + shift) >> bits));
      }
    }
  }
}
