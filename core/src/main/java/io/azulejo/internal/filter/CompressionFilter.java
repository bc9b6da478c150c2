package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Compresses every part of a chunk, metadata and data alike. Its own metadata: how many parts of
 * either kind, then the bytes of each before and after.
 */
final class CompressionFilter implements ChunkFilter {
  private static final int PART_HEADER = 2 * Integer.BYTES;

  private final Compressor compressor;

  CompressionFilter(Compressor compressor) {
    this.compressor = compressor;
  }

  @Override
  public String name() {
    return compressor.name();
  }

  @Override
  public long bound(long size) {
    // A sum over parts is at most this; the slack is for the headers of a long chain of filters.
    return compressor.bound(size) + size / 4 + 4096;
  }

  @Override
  public boolean acceptsEmptyChunks() {
    return compressor.acceptsEmptyParts();
  }

  @Override
  public boolean keepsEmptyParts() {
    return compressor.keepsEmptyParts();
  }

  @Override
  public boolean acceptsKeptEmptyParts() {
    return !compressor.keepsEmptyParts();
  }

  @Override
  public void encode(Encoding chunk) {
    long room = chunk.hasData() ? compressor.bound(chunk.dataLength()) : 0;
    for (byte[] part : chunk.metadata()) {
      room += compressor.bound(part.length);
    }
    PartEncoder encoder = this::encodePart;
    encoder.encode(chunk, PART_HEADER, room);
  }

  private int encodePart(
      byte[] source,
      int offset,
      int length,
      byte[] out,
      int outStart,
      byte[] header,
      int position,
      Scratch scratch) {
    int made = compressor.compress(source, offset, length, out, outStart, scratch);
    LittleEndian.putInt(header, position, length);
    LittleEndian.putInt(header, position + Integer.BYTES, made);
    return made;
  }

  @Override
  public void decode(Decoding chunk) {
    int metadataParts = chunk.takeCount("metadata_parts", 1);
    int dataParts = chunk.takeCount("data_parts", 1);
    int headers = chunk.take("parts", ((long) metadataParts + dataParts) * PART_HEADER);
    byte[] header = chunk.metadata();
    long metadataSize = 0;
    long dataSize = 0;
    long compressedSize = 0;
    for (int i = 0; i < metadataParts + dataParts; i++) {
      long original = originalSize(header, headers, i);
      if (i < metadataParts) {
        metadataSize += original;
      } else {
        dataSize += original;
      }
      compressedSize += compressedSize(header, headers, i);
    }
    if (compressedSize != chunk.dataLength()) {
      throw chunk.corrupt(
          "compressed_sizes",
          "%d bytes in %d parts, but the data have %d"
              .formatted(compressedSize, metadataParts + dataParts, chunk.dataLength()));
    }
    byte[] metadata = chunk.metadataOutput("metadata_sizes", metadataSize);
    byte[] data = chunk.output("data_sizes", dataSize);
    int source = chunk.dataStart();
    int made = 0;
    for (int i = 0; i < metadataParts + dataParts; i++) {
      if (i == metadataParts) {
        made = 0;
      }
      boolean isData = i >= metadataParts;
      int original = (int) originalSize(header, headers, i);
      int compressed = (int) compressedSize(header, headers, i);
      if (original > 0) {
        try {
          compressor.decompress(
              chunk.data(),
              source,
              compressed,
              isData ? data : metadata,
              (isData ? chunk.outputStart() : 0) + made,
              original,
              chunk.scratch());
        } catch (MalformedException e) {
          throw chunk.corrupt("part[%d]".formatted(i), e.getMessage(), e);
        }
      }
      source += compressed;
      made += original;
    }
    chunk.metadataDone(metadata, (int) metadataSize);
    chunk.outputDone();
  }

  private static long originalSize(byte[] header, int start, int part) {
    return LittleEndian.getInt(header, start + part * PART_HEADER) & 0xffffffffL;
  }

  private static long compressedSize(byte[] header, int start, int part) {
    return LittleEndian.getInt(header, start + part * PART_HEADER + Integer.BYTES) & 0xffffffffL;
  }
}
