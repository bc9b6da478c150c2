package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * The start of the filter metadata of RLE and DICTIONARY for strings. It contains the number of
 * metadata parts (0) and the number of data parts (1). Then follow the total sizes in bytes of the
 * strings, the encoded data and the offsets (8 bytes per string). These five numbers have 4 bytes
 * each. The two widths follow, with 1 byte each.
 *
 * @param numberWidth the size of a run length or an index in bytes: 1, 2, 4 or 8
 * @param lengthWidth the size of a string length in bytes: 1, 2, 4 or 8
 */
record StringHeader(int numberWidth, int lengthWidth) {
  /** The size of this header in bytes. */
  static final int SIZE = 5 * Integer.BYTES + 2;

  /** Returns the number of bytes that numbers up to a maximum need: 1, 2, 4 or 8. */
  static int widthOf(long max) {
    if (max <= 0xff) {
      return 1;
    }
    if (max <= 0xffff) {
      return 2;
    }
    return max <= 0xffffffffL ? 4 : 8;
  }

  /**
   * Writes the header to the start of the metadata.
   *
   * @param stringBytes the total size of the strings in bytes
   * @param dataBytes the size of the encoded data in bytes
   * @param cells the number of strings
   */
  void put(byte[] metadata, int stringBytes, int dataBytes, int cells) {
    LittleEndian.putInt(metadata, 0, 0);
    LittleEndian.putInt(metadata, 4, 1);
    LittleEndian.putInt(metadata, 8, stringBytes);
    LittleEndian.putInt(metadata, 12, dataBytes);
    LittleEndian.putInt(metadata, 16, cells * Long.BYTES);
    metadata[20] = (byte) numberWidth;
    metadata[21] = (byte) lengthWidth;
  }

  /**
   * Takes the header from the metadata of a chunk.
   *
   * @throws io.azulejo.error.CorruptDataException if its sizes do not match the chunk or a width is
   *     not valid
   */
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

  /**
   * Reads an unsigned big-endian number. The result is negative if the number is 2^63 or more.
   *
   * @param width the size of the number in bytes: 1, 2, 4 or 8
   */
  static long getNumber(byte[] bytes, int position, int width) {
    return switch (width) {
      case 1 -> bytes[position] & 0xffL;
      case 2 -> Short.reverseBytes(LittleEndian.getShort(bytes, position)) & 0xffffL;
      case 4 -> Integer.reverseBytes(LittleEndian.getInt(bytes, position)) & 0xffffffffL;
      default -> Long.reverseBytes(LittleEndian.getLong(bytes, position));
    };
  }

  /**
   * Writes a big-endian number.
   *
   * @param width the size of the number in bytes: 1, 2, 4 or 8
   */
  static void putNumber(byte[] bytes, int position, int width, long value) {
    LittleEndian.put(
        bytes, position, width, Long.reverseBytes(value) >>> Long.SIZE - width * Byte.SIZE);
  }
}
