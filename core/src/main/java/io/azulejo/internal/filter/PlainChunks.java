package io.azulejo.internal.filter;

/**
 * Where the chunks of a tile part lie that no filter changes. This follows from its size alone, so
 * that a range of its bytes can be fetched without the rest; whoever does so checks the headers of
 * the chunks, as a tile may be cut in another way.
 */
public final class PlainChunks {
  private final long size;
  private final int chunkSize;

  private PlainChunks(long size, int chunkSize) {
    this.size = size;
    this.chunkSize = chunkSize;
  }

  /**
   * The chunks that a tile part should have; null where its stored bytes are not as many as these
   * take.
   *
   * @param stored its bytes on disk
   * @param size its unfiltered bytes
   */
  static PlainChunks of(TileSpec spec, long stored, long size) {
    int chunkSize = ChunkCuts.chunkSize(size, spec);
    long count = size == 0 ? 0 : (size - 1) / chunkSize + 1;
    boolean expected = stored == Long.BYTES + count * ChunkHeader.SIZE + size;
    return expected ? new PlainChunks(size, chunkSize) : null;
  }

  /** The bytes of a chunk but for the last one. */
  public int chunkSize() {
    return chunkSize;
  }

  /** Where the header of a chunk begins in the stored bytes. */
  public long header(int chunk) {
    return Long.BYTES + chunk * (long) (ChunkHeader.SIZE + chunkSize);
  }

  /** The chunk whose header begins at some stored byte. */
  public int chunkAt(long headerStart) {
    return (int) ((headerStart - Long.BYTES) / (ChunkHeader.SIZE + chunkSize));
  }

  /** Where the data of a chunk begin in the stored bytes. */
  public long data(int chunk) {
    return header(chunk) + ChunkHeader.SIZE;
  }

  /** Where the stored bytes begin that are needed from an unfiltered byte on. */
  public long storedFrom(long byteOfTile) {
    return byteOfTile == 0 ? 0 : header((int) (byteOfTile / chunkSize));
  }

  /** Where the stored bytes end that are needed up to an unfiltered byte, which is excluded. */
  public long storedUntil(long byteOfTile) {
    int chunk = (int) ((byteOfTile - 1) / chunkSize);
    return data(chunk) + (byteOfTile - (long) chunk * chunkSize);
  }

  /** Whether a header is that of a chunk as expected: of its size, without filters. */
  public boolean isHeader(byte[] bytes, int at, int chunk) {
    int length = (int) Math.min(chunkSize, size - (long) chunk * chunkSize);
    return ChunkHeader.original(bytes, at) == length
        && ChunkHeader.data(bytes, at) == length
        && ChunkHeader.metadata(bytes, at) == 0;
  }
}
