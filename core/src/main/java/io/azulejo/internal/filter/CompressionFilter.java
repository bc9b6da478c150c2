package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Compresses every part of a chunk, both metadata and data. Filter metadata: the number of metadata
 * parts and the number of data parts, then the size of each part before and after compression.
 */
final class CompressionFilter implements ChunkFilter {
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
    // This is a limit for the sum over all parts. The slack covers the headers of a long filter
    // chain.
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
    encoder.encode(chunk, PartDecoder.SIZES, room);
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
    PartDecoder decoder = this::decodePart;
    decoder.decode(chunk, PartDecoder.SIZES, "compressed_sizes");
  }

  private void decodePart(
      Decoding chunk,
      int part,
      int entry,
      int source,
      int stored,
      byte[] out,
      int outStart,
      int original) {
    if (original == 0) {
      return;
    }
    try {
      compressor.decompress(chunk.data(), source, stored, out, outStart, original, chunk.scratch());
    } catch (MalformedException e) {
      throw chunk.corrupt("part[%d]".formatted(part), e.getMessage(), e);
    }
  }
}
