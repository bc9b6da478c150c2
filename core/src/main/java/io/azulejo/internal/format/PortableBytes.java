package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A private format for values that one process of this engine sends to another. The bytes begin
 * with four letters that identify the kind of value, followed by the version of the layout (4
 * bytes), the content, and the CRC-32C of all bytes before it (4 bytes). Later releases can read
 * the bytes of earlier releases.
 *
 * @param structure the kind of value, for error messages
 * @param letters the four letters
 * @param layouts the layouts of all versions, starting at version 1; the last one is used for
 *     writing
 */
record PortableBytes<T>(String structure, String letters, List<Wire.Transfer<T>> layouts) {
  private static final int HEADER = 8;

  /** Creates a format with a single layout. */
  PortableBytes(String structure, String letters, Wire.Transfer<T> layout) {
    this(structure, letters, List.of(layout));
  }

  /** Encodes a value. */
  byte[] encode(T value) {
    int newest = layouts.size();
    Slice content =
        WireWriter.encode(structure, FormatVersion.NEWEST, layouts.get(newest - 1), value);
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + content.length() + Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(letters.getBytes(StandardCharsets.US_ASCII))
            .putInt(newest)
            .put(content.array(), content.offset(), content.length());
    return bytes.putInt(sum(bytes.array(), bytes.position())).array();
  }

  /**
   * Decodes a value.
   *
   * @throws CorruptDataException if the bytes hold another kind of value or are damaged
   * @throws UnsupportedFormatException if a newer release wrote the bytes
   */
  T decode(byte[] bytes) {
    byte[] start = letters.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < HEADER + Integer.BYTES
        || !Arrays.equals(start, 0, start.length, bytes, 0, start.length)) {
      throw CorruptDataException.of(
          structure, null, 0, "the %d bytes do not begin with %s".formatted(bytes.length, letters));
    }
    int end = bytes.length - Integer.BYTES;
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt(end) != sum(bytes, end)) {
      throw CorruptDataException.of(
          structure,
          "checksum",
          end,
          "the checksum does not match: the bytes were truncated or changed");
    }
    int version = in.getInt(Integer.BYTES);
    if (version < 1 || version > layouts.size()) {
      throw new UnsupportedFormatException(
          "the %s has version %d, but this release reads up to version %d"
              .formatted(structure, version, layouts.size()));
    }
    return WireReader.decode(
        structure,
        FormatVersion.NEWEST,
        Slice.of(bytes, HEADER, end - HEADER),
        layouts.get(version - 1));
  }

  private static int sum(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }
}
