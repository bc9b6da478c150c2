package io.azulejo.internal.filter;

/**
 * The expected chunk positions of a tile part without filters. The unfiltered size determines them,
 * so readers can fetch any range of bytes directly. Callers must check the chunk headers with
 * {@link #isHeader}, because the writer may have chosen other chunks. Immutable.
 */
public final class PlainChunks {
  private final long size;
  private final int chunkSize;

  private PlainChunks(long size, int chunkSize) {
    this.size = size;
    this.chunkSize = chunkSize;
  }

  /**
   * Returns the expected chunks of a tile part, or null if its size on disk contradicts them.
   *
   * @param spec the specification of the tile part
   * @param stored the size on disk in bytes
   * @param size the unfiltered size in bytes
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

  /** Returns the position of a chunk header in the stored bytes. */
  public long header(int chunk) {
    return Long.BYTES + chunk * (long) (ChunkHeader.SIZE + chunkSize);
  }

  /** Returns the number of the chunk whose header starts at this position in the stored bytes. */
  public int chunkAt(long headerStart) {
    return (int) ((headerStart - Long.BYTES) / (ChunkHeader.SIZE + chunkSize));
  }

  /** Returns the position of the data of a chunk in the stored bytes. */
  public long data(int chunk) {
    return header(chunk) + ChunkHeader.SIZE;
  }

  /**
   * Returns the start of the stored bytes that are needed to read the tile, starting at an
   * unfiltered byte.
   *
   * @param byteOfTile the first unfiltered byte that is needed
   */
  public long storedFrom(long byteOfTile) {
    return byteOfTile == 0 ? 0 : header((int) (byteOfTile / chunkSize));
  }

  /**
   * Returns the end (exclusive) of the stored bytes that are needed to read the tile up to an
   * unfiltered byte.
   *
   * @param byteOfTile the end of the needed unfiltered bytes (exclusive), at least 1
   */
  public long storedUntil(long byteOfTile) {
    int chunk = (int) ((byteOfTile - 1) / chunkSize);
    return data(chunk) + (byteOfTile - (long) chunk * chunkSize);
  }

  /**
   * Returns whether a chunk header has the expected sizes and no filter metadata.
   *
   * @param bytes the array that contains the header
   * @param at the position of the header in the array
   * @param chunk the number of the chunk, counted from 0
   */
  public boolean isHeader(byte[] bytes, int at, int chunk) {
    int length = (int) Math.min(chunkSize, size - (long) chunk * chunkSize);
    return ChunkHeader.original(bytes, at) == length
        && ChunkHeader.data(bytes, at) == length
        && ChunkHeader.metadata(bytes, at) == 0;
  }
}
