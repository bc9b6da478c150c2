package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * The start of the metadata of RLE and DICTIONARY for strings. It holds the numbers of metadata
 * parts (0) and data parts (1), then the sizes in bytes of the strings, of the data and of the
 * offsets (eight bytes each). At the end are the widths of run lengths or indexes, and of string
 * lengths (1, 2, 4 or 8 bytes).
 *
 * @param numberWidth width of a run length or an index in bytes
 * @param lengthWidth width of a string length in bytes
 */
record StringHeader(int numberWidth, int lengthWidth) {
  /** The size of this header in bytes. */
  static final int SIZE = 5 * Integer.BYTES + 2;

  /** Returns the width for numbers up to a maximum: 1, 2, 4 or 8 bytes. */
  static int widthOf(long max) {
    if (max <= 0xff) {
      return 1;
    }
    if (max <= 0xffff) {
      return 2;
    }
    return max <= 0xffffffffL ? 4 : 8;
  }

  /** Writes the header to the start of the metadata. */
  void put(byte[] metadata, int stringBytes, int dataBytes, int cells) {
    LittleEndian.putInt(metadata, 0, 0);
    LittleEndian.putInt(metadata, 4, 1);
    LittleEndian.putInt(metadata, 8, stringBytes);
    LittleEndian.putInt(metadata, 12, dataBytes);
    LittleEndian.putInt(metadata, 16, cells * Long.BYTES);
    metadata[20] = (byte) numberWidth;
    metadata[21] = (byte) lengthWidth;
  }

  /** Takes the header of a chunk, which must match the chunk except for the widths. */
  static StringHeader take(Decoding chunk) {
    expect(chunk, "metadata_parts", 0);
    expect(chunk, "data_parts", 1);
    expect(chunk, "uncompressed_bytes", chunk.originalLength());
    expect(chunk, "compressed_bytes", chunk.dataLength());
    expect(chunk, "offsets_bytes", (long) chunk.cells() * Long.BYTES & 0xffffffffL);
    return new StringHeader(width(chunk, "number_width"), width(chunk, "length_width"));
  }

  private static void expect(Decoding chunk, String field, long expected) {
    long found = chunk.takeInt(field);
    if (found != expected) {
      throw chunk.corrupt(field, "%d instead of %d".formatted(found, expected));
    }
  }

  private static int width(Decoding chunk, String field) {
    int width = chunk.takeByte(field);
    if (width != 1 && width != 2 && width != 4 && width != 8) {
      throw chunk.corrupt(field, "%d is not 1, 2, 4 or 8".formatted(width));
    }
    return width;
  }

  /** Reads a big-endian number; negative if it is 2^63 or more. */
  static long getNumber(byte[] bytes, int position, int width) {
    return switch (width) {
      case 1 -> bytes[position] & 0xffL;
      case 2 -> Short.reverseBytes(LittleEndian.getShort(bytes, position)) & 0xffffL;
      case 4 -> Integer.reverseBytes(LittleEndian.getInt(bytes, position)) & 0xffffffffL;
      default -> Long.reverseBytes(LittleEndian.getLong(bytes, position));
    };
  }

  /** Writes a big-endian number. */
  static void putNumber(byte[] bytes, int position, int width, long value) {
    LittleEndian.put(
        bytes, position, width, Long.reverseBytes(value) >>> Long.SIZE - width * Byte.SIZE);
  }
}
