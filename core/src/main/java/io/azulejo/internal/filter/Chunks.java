package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.Slice;

/** Where chunks of a filtered tile lie, before and after: all of them, or some in a row. */
public final class Chunks {
  private final Slice filtered;
  private final long position;
  private final int first;
  private final int[] headers;
  private final long[] starts;
  private final Decoded decoded;

  /** Keeps the unfiltered bytes of chunks, by their numbers among those here. Thread-safe. */
  public interface Decoded {
    /** Those of a chunk, not to be changed; null if they are not kept. */
    byte[] get(int chunk);

    /** May keep those of a chunk; they change no more. */
    void put(int chunk, byte[] unfiltered);
  }

  /**
   * Chunks.
   *
   * @param filtered bytes that hold them
   * @param position where these begin in the filtered tile
   * @param first the number in the tile of the first chunk
   * @param headers where the header of each begins in the bytes
   * @param starts where the unfiltered bytes of each begin in the tile, and those after the last
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

  /** The same chunks, which are decoded once and then kept. */
  public Chunks keptIn(Decoded kept) {
    return new Chunks(filtered, position, first, headers, starts, kept);
  }

  /** Where decoded chunks are kept; null where they are not. */
  Decoded decoded() {
    return decoded;
  }

  /** The number of chunks. */
  public int count() {
    return headers.length;
  }

  /**
   * Where the unfiltered bytes of a chunk begin in the tile; of {@link #count}: where those of the
   * last one end.
   */
  public long start(int index) {
    return starts[index];
  }

  /** Whether cells of fixed size are divided between chunks, as the reference never does. */
  public boolean divide(int cellSize) {
    for (long start : starts) {
      if (start % cellSize != 0) {
        return true;
      }
    }
    return false;
  }

  /** The bytes that hold the chunks. */
  public Slice filtered() {
    return filtered;
  }

  /** Where the header of a chunk begins in these bytes. */
  int header(int index) {
    return headers[index];
  }

  /** Where the header of a chunk begins in the filtered tile; for messages. */
  long headerInTile(int index) {
    return position + headers[index];
  }

  /** The number of a chunk in the tile. */
  int number(int index) {
    return first + index;
  }
}
