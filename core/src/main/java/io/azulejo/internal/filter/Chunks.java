package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.Slice;

/** The positions of some or all chunks of a tile, in order, both filtered and unfiltered. */
public final class Chunks {
  private final Slice filtered;
  private final long position;
  private final int first;
  private final int[] headers;
  private final long[] starts;
  private final Decoded decoded;

  /** Caches unfiltered chunks by their index here. Thread-safe. */
  public interface Decoded {
    /** Returns the bytes of a chunk, which must not be changed; null if they are not cached. */
    byte[] get(int chunk);

    /** Offers the bytes of a chunk to the cache; they must not change any more. */
    void put(int chunk, byte[] unfiltered);
  }

  /**
   * Creates the positions.
   *
   * @param filtered bytes that contain the chunks
   * @param position start of these bytes in the filtered tile
   * @param first number of the first chunk in the tile
   * @param headers position of each chunk's header in the bytes
   * @param starts start of each chunk's unfiltered bytes in the tile, then the end of the last one
   */
  Chunks(Slice filtered, long position, int first, int[] headers, long[] starts) {
    this(filtered, position, first, headers, starts, null);
  }

  private Chunks(
      Slice filtered, long position, int first, int[] headers, long[] starts, Decoded decoded) {
    this.filtered = filtered;
    this.position = position;
    this.first = first;
    this.headers = headers;
    this.starts = starts;
    this.decoded = decoded;
  }

  /** Returns the same chunks with a cache of decoded chunks. */
  public Chunks cachedIn(Decoded kept) {
    return new Chunks(filtered, position, first, headers, starts, kept);
  }

  /** Returns the cache of decoded chunks; null if there is none. */
  Decoded decoded() {
    return decoded;
  }

  /** Returns the number of chunks. */
  public int count() {
    return headers.length;
  }

  /** Returns the start of a chunk's unfiltered bytes; for {@link #count}, the end of all. */
  public long start(int index) {
    return starts[index];
  }

  /** Returns whether chunks split fixed-size cells, which the reference engine never does. */
  public boolean divide(int cellSize) {
    for (long start : starts) {
      if (start % cellSize != 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bytes that contain the chunks. */
  public Slice filtered() {
    return filtered;
  }

  /** Returns the position of a chunk's header in these bytes. */
  int header(int index) {
    return headers[index];
  }

  /** Returns the position of a chunk's header in the filtered tile, for messages. */
  long headerInTile(int index) {
    return position + headers[index];
  }

  /** Returns the number of a chunk in the tile. */
  int number(int index) {
    return first + index;
  }
}
