package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;
import java.util.function.Supplier;

/**
 * A contiguous range of bytes in a data file that belongs to one tile: first requested, then
 * fetched. If no filter changes the part, it can be narrowed to a smaller range.
 */
public final class TilePart {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final Location file;
  private final long position;
  private final long length;
  private final PlainChunks plainChunks;
  private long from;
  private long until;
  private long header = -1;
  private Slice bytes;
  private Cached cached;

  /** A fetched part in a cache. */
  interface Cached {
    /** Returns the part in stored form. */
    Slice stored();

    /** Returns the chunks of the part; see {@link TileCodec#chunks(Slice, long)}. */
    Chunks chunks(TileCodec codec, long size);
  }

  TilePart(Location file, long position, long length) {
    this(file, position, length, null);
  }

  /**
   * Creates a part.
   *
   * @param position start of the part in the file, in bytes
   * @param length length of the part in bytes
   * @param plainChunks the layout of the part's bytes if no filter changes them; null otherwise
   */
  TilePart(Location file, long position, long length, PlainChunks plainChunks) {
    this.file = file;
    this.position = position;
    this.length = length;
    this.plainChunks = plainChunks;
    this.until = length;
  }

  Location file() {
    return file;
  }

  /** Returns the start of the whole part in the file, in bytes. */
  long position() {
    return position;
  }

  /** Returns the length of the whole part in bytes. */
  public long length() {
    return length;
  }

  /**
   * Restricts the part to a range of its unfiltered bytes. Does nothing if their layout is unknown.
   *
   * @param first the first byte
   * @param last the end of the range, exclusive
   * @param maxSkipped maximum number of unneeded bytes to read after the header of the first chunk;
   *     if there are more, that header must be read separately
   */
  public void narrow(long first, long last, int maxSkipped) {
    if (plainChunks == null) {
      return;
    }
    from = plainChunks.storedFrom(first);
    until = plainChunks.storedUntil(last);
    long skipped = first % plainChunks.chunkSize();
    if (skipped > maxSkipped) {
      header = plainChunks.header((int) (first / plainChunks.chunkSize()));
      from = header + plainChunks.data(0) - plainChunks.header(0) + skipped;
    }
  }

  /**
   * Returns the offset of the first chunk's header within the part if it must be read separately;
   * otherwise -1.
   */
  public long header() {
    return header;
  }

  /** Restores the full range and drops all fetched bytes. */
  public void widen() {
    from = 0;
    until = length;
    header = -1;
    release();
  }

  /** Returns the start of the wanted bytes in the file. */
  public long wantedPosition() {
    return position + from;
  }

  /** Returns the number of wanted bytes. */
  public long wantedLength() {
    return until - from;
  }

  /** Returns the start of the wanted bytes relative to the part. */
  public long wantedFrom() {
    return from;
  }

  /** Returns the layout of the chunks if the part is narrowed, or null otherwise. */
  public PlainChunks ranged() {
    return until - from < length ? plainChunks : null;
  }

  void fetched(Slice slice) {
    this.bytes = slice;
  }

  /** Provides the wanted bytes from the cache. */
  void fetched(Cached found) {
    this.cached = found;
    this.bytes = found.stored();
  }

  /**
   * Returns the chunks of the part. All of its bytes must have been fetched.
   *
   * @param size the expected unfiltered size in bytes
   * @throws CorruptDataException if the bytes are not valid chunks or have a different unfiltered
   *     size
   */
  public Chunks chunks(TileCodec codec, long size) {
    return cached == null ? codec.chunks(bytes, size) : cached.chunks(codec, size);
  }

  /**
   * Checks that the part's unfiltered size fits in an array.
   *
   * @param size the unfiltered size in bytes according to the fragment metadata
   * @throws UnsupportedFormatException if it does not
   */
  public int checkSize(long size) {
    if (size < 0 || size > MAX_ARRAY) {
      throw UnsupportedFormatException.of(
              "data file",
              position,
              "a tile has %s bytes (maximum: %d)".formatted(Long.toUnsignedString(size), MAX_ARRAY))
          .at(file.toString());
    }
    return (int) size;
  }

  /** Runs an action and adds the file and the position of this part to format exceptions. */
  public <T> T located(Supplier<T> action) {
    try {
      return action.get();
    } catch (CorruptDataException e) {
      throw e.at(file + " (tile at byte " + position + ")");
    } catch (UnsupportedFormatException e) {
      throw e.at(file + " (tile at byte " + position + ")");
    }
  }

  /** Returns the wanted bytes, or null if they have not been fetched. */
  public Slice bytes() {
    return bytes;
  }

  /** Drops the fetched bytes. */
  void release() {
    bytes = null;
    cached = null;
  }
}
