package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.List;

/**
 * Encodes one part of a chunk, either metadata or data. All filters that encode part by part use
 * the same metadata layout: the number of metadata parts, the number of data parts (0 or 1), then
 * one header per part.
 */
@FunctionalInterface
interface PartEncoder {
  /**
   * Encodes a part and writes its header.
   *
   * @param out receives the encoded bytes, starting at {@code outStart}
   * @param header receives the header, starting at {@code position}
   * @return the encoded size in bytes
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
   * Encodes all parts of a chunk.
   *
   * @param partHeader the size of a part's header in bytes
   * @param room the maximum encoded size of all parts together, in bytes
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
