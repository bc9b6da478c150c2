package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.Slice;

/** The filtered and unfiltered positions of consecutive chunks of a tile. */
public final class Chunks {
  private final Slice filtered;
  private final long position;
  private final int first;
  private final int[] headers;
  private final long[] starts;
  private final Decoded decoded;

  /**
   * A cache of unfiltered chunks. Keys are chunk indexes in the {@link Chunks}. Implementations are
   * thread-safe.
   */
  public interface Decoded {
    /**
     * Returns the unfiltered bytes of a chunk, or null if they are not cached. The caller must not
     * modify them.
     */
    byte[] get(int chunk);

    /**
     * Offers the unfiltered bytes of a chunk to the cache. Nobody may modify the array afterwards.
     */
    void put(int chunk, byte[] unfiltered);
  }

  /**
   * Creates the positions of chunks.
   *
   * @param filtered the bytes that contain the chunks
   * @param position the start of these bytes in the filtered tile
   * @param first the number of the first chunk in the tile, counted from 0
   * @param headers the position of each chunk header in these bytes
   * @param starts the start of each chunk in the unfiltered tile, then the end of the last one
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

  /** Returns the same chunks with a cache of their unfiltered bytes. */
  public Chunks cachedIn(Decoded kept) {
    return new Chunks(filtered, position, first, headers, starts, kept);
  }

  /** Returns the cache of unfiltered chunks, or null if chunks are not cached. */
  Decoded decoded() {
    return decoded;
  }

  /** Returns the number of chunks. */
  public int count() {
    return headers.length;
  }

  /**
   * Returns the start of a chunk in the unfiltered tile, or the end of the last chunk for the index
   * {@link #count}.
   */
  public long start(int index) {
    return starts[index];
  }

  /**
   * Returns whether a chunk boundary splits a fixed-size cell. The reference engine never writes
   * such chunks.
   */
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

  /** Returns the position of a chunk header in {@link #filtered}. */
  int header(int index) {
    return headers[index];
  }

  /** Returns the position of a chunk header in the filtered tile, for error messages. */
  long headerInTile(int index) {
    return position + headers[index];
  }

  /** Returns the number of a chunk in the tile, counted from 0. */
  int number(int index) {
    return first + index;
  }
}
