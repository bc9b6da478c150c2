package io.azulejo.internal.filter;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Iterates over the chunks of a filtered tile while it holds only a window of the tile's bytes.
 * Readers use it if they need only some chunks, or if the whole tile does not fit in memory. To
 * skip chunks, it reads only their headers. Not thread-safe.
 */
public final class ChunkWindow {
  private static final int HEADER = ChunkHeader.SIZE;

  /**
   * The usual chunk size in bytes. Before a header is read, it serves to guess whether its chunk is
   * needed.
   */
  private static final int USUAL = 1 << 16;

  /** A size in bytes. If skipped chunks are smaller, several of their headers are read at once. */
  private static final int SMALL = 1 << 12;

  private final Source source;
  private final IntFunction<byte[]> arrays;
  private final long stored;
  private final long size;
  private final int max;

  private byte[] window = new byte[0];
  private long windowFrom;
  private int windowLength;
  private long count = -1;

  /** The number of bytes to read if only a header is needed. It grows while chunks are small. */
  private int headerReadBytes = HEADER;

  /** The number of the next chunk in the tile. */
  private int number;

  /** The position of the next chunk's header in the filtered tile. */
  private long header = Long.BYTES;

  /** The start of the next chunk's data in the unfiltered tile. */
  private long start;

  /** A source of the bytes of a filtered tile. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads bytes of the filtered tile into an array.
     *
     * @param position the position of the first byte in the filtered tile
     * @param target the array that receives the bytes
     * @param offset the position of the first byte in the array
     * @param length the number of bytes to read
     */
    void read(long position, byte[] target, int offset, int length);
  }

  /**
   * Creates a window before the first chunk.
   *
   * @param source reads the bytes of the filtered tile
   * @param arrays returns arrays for the window, which have at least the requested length; only one
   *     array is in use at a time, so the function may return the same array again
   * @param stored the size of the filtered tile in bytes
   * @param size the expected unfiltered size of the tile in bytes
   * @param max the maximum size of the window in bytes; a larger chunk exceeds it
   */
  public ChunkWindow(Source source, IntFunction<byte[]> arrays, long stored, long size, int max) {
    this.source = source;
    this.arrays = arrays;
    this.stored = stored;
    this.size = size;
    this.max = Math.max(HEADER, max);
  }

  /**
   * Returns the next chunks, starting at the chunk that contains the byte {@code from}. The result
   * has at least one chunk, and at most as many as the window holds. Their bytes are valid until
   * the next call.
   *
   * @param from the next unfiltered byte that is needed, at or after the end of the chunks returned
   *     so far
   * @param until the end of the needed unfiltered bytes (exclusive)
   * @throws CorruptDataException if the chunks are not valid, or if their total size is not the
   *     expected unfiltered size
   */
  public Chunks next(long from, long until) {
    if (count < 0) {
      begin(from, until);
    }
    requireHeader(from, until);
    while (start + original() <= from) {
      pass();
      requireHeader(from, until);
    }
    if (!hasChunk()) {
      read(Math.max(chunkLength(), ahead(until)));
    }
    int first = number;
    int[] headers = new int[8];
    long[] starts = new long[headers.length + 1];
    starts[0] = start;
    int found = 0;
    do {
      if (found == headers.length) {
        headers = Arrays.copyOf(headers, 2 * found);
        starts = Arrays.copyOf(starts, 2 * found + 1);
      }
      headers[found++] = (int) (header - windowFrom);
      pass();
      starts[found] = start;
    } while (start < until && number < count && hasChunk() && original() <= size - start);
    return new Chunks(
        Slice.of(window, 0, windowLength),
        windowFrom,
        first,
        Arrays.copyOf(headers, found),
        Arrays.copyOf(starts, found + 1));
  }

  private void begin(long from, long until) {
    if (stored < Long.BYTES) {
      throw corrupt("chunks", 0, "needs %d bytes, but %d are left".formatted(Long.BYTES, stored));
    }
    long length = from < USUAL ? ahead(until) : HEADER;
    windowLength = (int) Math.min(stored, Long.BYTES + length);
    window = arrays.apply(windowLength);
    source.read(0, window, 0, windowLength);
    count = LittleEndian.getLong(window, 0);
    if (count < 0 || count > (stored - Long.BYTES) / HEADER) {
      throw corrupt(
          "chunks",
          0,
          "%s chunks do not fit into %d bytes".formatted(Long.toUnsignedString(count), stored));
    }
  }

  /**
   * Ensures that the window contains the header of the next chunk, and checks the header.
   *
   * @throws CorruptDataException if the tile has no further chunk, or the header is not valid
   */
  private void requireHeader(long from, long until) {
    if (number >= count) {
      throw corrupt("chunks", 0, "they hold %d bytes, but the tile has %d".formatted(start, size));
    }
    if (stored - header < HEADER) {
      throw corrupt(
          "chunk[%d]".formatted(number),
          header,
          "needs %d bytes, but %d are left".formatted(HEADER, stored - header));
    }
    if (!has(HEADER)) {
      boolean wanted = from - start < USUAL;
      read(wanted ? Math.max(HEADER, ahead(until)) : headerReadBytes);
      headerReadBytes = chunkLength() < SMALL ? Math.min(2 * headerReadBytes, max) : HEADER;
    }
    if (chunkLength() > stored - header) {
      throw corrupt(
          "chunk[%d].length".formatted(number),
          header + Integer.BYTES,
          "%d bytes of metadata and %d of data, but %d are left"
              .formatted(metadata(), data(), stored - header - HEADER));
    }
    if (chunkLength() > Integer.MAX_VALUE - 8) {
      throw corrupt(
          "chunk[%d].length".formatted(number),
          header + Integer.BYTES,
          "%d bytes exceed the maximum size of a chunk".formatted(chunkLength()));
    }
    if (original() > size - start) {
      throw corrupt(
          "chunk[%d].size".formatted(number),
          header,
          "%d bytes, but the tile has %d more".formatted(original(), size - start));
    }
  }

  private void pass() {
    start += original();
    header += chunkLength();
    number++;
    if (number == count && start != size) {
      throw corrupt("chunks", 0, "they hold %d bytes, but the tile has %d".formatted(start, size));
    }
    if (number == count && header != stored) {
      throw corrupt("chunks", header, "%d bytes follow the last chunk".formatted(stored - header));
    }
  }

  private long original() {
    return ChunkHeader.original(window, headerInWindow());
  }

  private long data() {
    return ChunkHeader.data(window, headerInWindow());
  }

  private long metadata() {
    return ChunkHeader.metadata(window, headerInWindow());
  }

  private long chunkLength() {
    return HEADER + data() + metadata();
  }

  private int headerInWindow() {
    return (int) (header - windowFrom);
  }

  private boolean hasChunk() {
    return has(HEADER) && has(chunkLength());
  }

  /** Returns whether the window contains {@code length} bytes, starting at the next header. */
  private boolean has(long length) {
    return header >= windowFrom && header + length <= windowFrom + windowLength;
  }

  /**
   * Estimates the number of filtered bytes that are needed, starting at the next header. The result
   * is at most the maximum window size.
   */
  private long ahead(long until) {
    double share = Math.min(1, (double) (until - start) / Math.max(1, size - start));
    long left = stored - header;
    return Math.min(left, Math.min(max, (long) (left * share * 1.1) + USUAL / 4));
  }

  /**
   * Moves the start of the window to the next header, and reads the bytes that it does not hold
   * yet.
   *
   * @param length the new length of the window in bytes, limited by the end of the tile
   */
  private void read(long length) {
    int kept = (int) Math.max(0, windowFrom + windowLength - header);
    int needed = (int) Math.min(length, stored - header);
    byte[] array = arrays.apply(needed);
    System.arraycopy(window, windowLength - kept, array, 0, kept);
    source.read(header + kept, array, kept, needed - kept);
    window = array;
    windowFrom = header;
    windowLength = needed;
  }

  private static CorruptDataException corrupt(String field, long offset, String reason) {
    return CorruptDataException.of("filtered tile", field, offset, reason);
  }
}
