package io.azulejo.internal.filter;

/**
 * The chunk positions of a tile part without filters. They follow from its size, so that a range of
 * bytes can be fetched alone. The caller must check the chunk headers, because the tile may be cut
 * differently.
 */
public final class PlainChunks {
  private final long size;
  private final int chunkSize;

  private PlainChunks(long size, int chunkSize) {
    this.size = size;
    this.chunkSize = chunkSize;
  }

  /**
   * Returns the expected chunks of a tile part; null if its stored size contradicts them.
   *
   * @param stored its size on disk in bytes
   * @param size its unfiltered size in bytes
   */
  static PlainChunks of(TileSpec spec, long stored, long size) {
    int chunkSize = ChunkBoundaries.chunkSize(size, spec);
    long count = size == 0 ? 0 : (size - 1) / chunkSize + 1;
    boolean expected = stored == Long.BYTES + count * ChunkHeader.SIZE + size;
    return expected ? new PlainChunks(size, chunkSize) : null;
  }

  /** Returns the size in bytes of all chunks but the last. */
  public int chunkSize() {
    return chunkSize;
  }

  /** Returns the position of a chunk's header in the stored bytes. */
  public long header(int chunk) {
    return Long.BYTES + chunk * (long) (ChunkHeader.SIZE + chunkSize);
  }

  /** Returns the chunk whose header starts at a stored byte. */
  public int chunkAt(long headerStart) {
    return (int) ((headerStart - Long.BYTES) / (ChunkHeader.SIZE + chunkSize));
  }

  /** Returns the position of a chunk's data in the stored bytes. */
  public long data(int chunk) {
    return header(chunk) + ChunkHeader.SIZE;
  }

  /** Returns the start of the stored bytes needed from an unfiltered byte on. */
  public long storedFrom(long byteOfTile) {
    return byteOfTile == 0 ? 0 : header((int) (byteOfTile / chunkSize));
  }

  /** Returns the end of the stored bytes needed up to an unfiltered byte (exclusive). */
  public long storedUntil(long byteOfTile) {
    int chunk = (int) ((byteOfTile - 1) / chunkSize);
    return data(chunk) + (byteOfTile - (long) chunk * chunkSize);
  }

  /** Returns whether a header is as expected: the right size and no filters. */
  public boolean isHeader(byte[] bytes, int at, int chunk) {
    int length = (int) Math.min(chunkSize, size - (long) chunk * chunkSize);
    return ChunkHeader.original(bytes, at) == length
        && ChunkHeader.data(bytes, at) == length
        && ChunkHeader.metadata(bytes, at) == 0;
  }
}
