package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.List;

/**
 * Encodes one part of a chunk: one of its metadata, or its data. The filters that go part by part
 * have metadata of one shape: the number of parts of metadata, that of data (0 or 1), then a header
 * for each part.
 */
@FunctionalInterface
interface PartEncoder {
  /**
   * Encodes a part, and fills in its header.
   *
   * @param header where the header goes, from the position on
   * @return the bytes that were put to the output
   */
  int encode(
      byte[] source,
      int offset,
      int length,
      byte[] out,
      int outStart,
      byte[] header,
      int position,
      Scratch scratch);

  /**
   * Encodes a chunk.
   *
   * @param partHeader the bytes of a part's header
   * @param room the most bytes that all parts can become
   */
  default void encode(Encoding chunk, int partHeader, long room) {
    List<byte[]> metadata = chunk.metadata();
    int dataParts = chunk.hasData() ? 1 : 0;
    int position = 2 * Integer.BYTES;
    byte[] header = new byte[position + (metadata.size() + dataParts) * partHeader];
    LittleEndian.putInt(header, 0, metadata.size());
    LittleEndian.putInt(header, Integer.BYTES, dataParts);
    byte[] out = chunk.output(room);
    int made = 0;
    for (byte[] part : metadata) {
      made += encode(part, 0, part.length, out, made, header, position, chunk.scratch());
      position += partHeader;
    }
    if (dataParts > 0) {
      byte[] data = chunk.data();
      int start = chunk.dataStart();
      made += encode(data, start, chunk.dataLength(), out, made, header, position, chunk.scratch());
    }
    chunk.replaceMetadata(header);
    chunk.outputDone(made);
  }
}
