package io.azulejo.internal.filter;

/**
 * Transposes the bytes of values: all first bytes come first, then all second bytes, and so on.
 * Filter metadata: {@link PartLengths}.
 */
final class ByteShuffleFilter implements ChunkFilter {
  private final int size;

  /**
   * Creates a filter.
   *
   * @param size the size of a value in bytes
   */
  ByteShuffleFilter(int size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "BYTESHUFFLE";
  }

  @Override
  public long bound(long bytes) {
    return bytes + PartLengths.MAX;
  }

  @Override
  public boolean keepsEmptyParts() {
    return true;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    byte[] out = chunk.output(length);
    Shuffle.shuffle(chunk.data(), chunk.dataStart(), out, 0, length, size);
    chunk.prepend(PartLengths.of(length));
    chunk.outputDone(length);
  }

  @Override
  public void decode(Decoding chunk) {
    int[] parts = PartLengths.take(chunk);
    if (parts.length == 1 && chunk.takePlanes(size)) {
      return;
    }
    byte[] out = chunk.output("part_lengths", chunk.dataLength());
    int done = 0;
    for (int length : parts) {
      Shuffle.unshuffle(
          chunk.data(), chunk.dataStart() + done, out, chunk.outputStart() + done, length, size);
      done += length;
    }
    chunk.outputDone();
  }
}
