package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Decodes every part of a chunk, both metadata and data. The filter metadata, which {@link
 * PartEncoder} writes, begins with the number of metadata parts and the number of data parts. One
 * entry per part follows. Each entry begins with the size of the part before and after encoding (4
 * bytes each).
 */
@FunctionalInterface
interface PartDecoder {
  /** The total size in bytes of the two sizes at the start of an entry. */
  int SIZES = 2 * Integer.BYTES;

  /**
   * Decodes a part.
   *
   * @param chunk the chunk that contains the part
   * @param part the number of the part, counted from 0, for error messages
   * @param entry the position of the part's entry in the metadata of the chunk
   * @param source the position of the encoded part in the data of the chunk
   * @param stored the encoded size in bytes
   * @param out the buffer that receives the decoded bytes
   * @param outStart the position of the first decoded byte in the buffer
   * @param original the decoded size in bytes
   */
  void decodePart(
      Decoding chunk,
      int part,
      int entry,
      int source,
      int stored,
      byte[] out,
      int outStart,
      int original);

  /**
   * Decodes all parts of a chunk.
   *
   * @param entrySize the size of a metadata entry in bytes, including the two sizes
   * @param sizes the name of the encoded sizes, for error messages
   */
  default void decode(Decoding chunk, int entrySize, String sizes) {
    int metadataParts = chunk.takeCount("metadata_parts", 1);
    int dataParts = chunk.takeCount("data_parts", 1);
    int parts = metadataParts + dataParts;
    int entries = chunk.take("parts", ((long) metadataParts + dataParts) * entrySize);
    byte[] table = chunk.metadata();
    long metadataSize = 0;
    long dataSize = 0;
    long storedSize = 0;
    for (int i = 0; i < parts; i++) {
      long original = Integer.toUnsignedLong(LittleEndian.getInt(table, entries + i * entrySize));
      if (i < metadataParts) {
        metadataSize += original;
      } else {
        dataSize += original;
      }
      storedSize += Integer.toUnsignedLong(stored(table, entries + i * entrySize));
    }
    if (storedSize != chunk.dataLength()) {
      throw chunk.corrupt(
          sizes,
          "%d bytes in %d parts, but the data have %d"
              .formatted(storedSize, parts, chunk.dataLength()));
    }
    byte[] metadata = chunk.metadataOutput("metadata_sizes", metadataSize);
    byte[] data = chunk.output("data_sizes", dataSize);
    int source = chunk.dataStart();
    int made = 0;
    for (int i = 0; i < parts; i++) {
      if (i == metadataParts) {
        made = 0;
      }
      boolean isData = i >= metadataParts;
      int entry = entries + i * entrySize;
      int original = LittleEndian.getInt(table, entry);
      decodePart(
          chunk,
          i,
          entry,
          source,
          stored(table, entry),
          isData ? data : metadata,
          (isData ? chunk.outputStart() : 0) + made,
          original);
      source += stored(table, entry);
      made += original;
    }
    chunk.metadataDone(metadata, (int) metadataSize);
    chunk.outputDone();
  }

  private static int stored(byte[] table, int entry) {
    return LittleEndian.getInt(table, entry + Integer.BYTES);
  }
}
