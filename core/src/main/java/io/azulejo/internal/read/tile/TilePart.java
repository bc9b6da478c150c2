package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.PlainChunks;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;

/**
 * The bytes of one tile in one data file: wanted, then fetched. Of a part that no filter changes a
 * range can be wanted.
 */
public final class TilePart {
  private final Location file;
  private final long position;
  private final long length;
  private final PlainChunks plainChunks;
  private long from;
  private long until;
  private long header = -1;
  private Slice bytes;
  private TileCache.Use kept;

  TilePart(Location file, long position, long length) {
    this(file, position, length, null);
  }

  /**
   * A part.
   *
   * @param plainChunks where its bytes lie if no filter changes them; null where that is not known
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

  /** Where the whole part begins in the file. */
  long position() {
    return position;
  }

  /** The bytes of the whole part. */
  public long length() {
    return length;
  }

  /**
   * Wants just some of its unfiltered bytes, if it is known where they lie; else still all.
   *
   * @param first the first one
   * @param last the one after the last
   * @param maxSkipped how many bytes may be read in vain behind the header of the first chunk;
   *     where there are more, that header is to be read by itself
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

  /** Where the header of the first chunk is in the part, if it is read by itself; else -1. */
  public long header() {
    return header;
  }

  /** Wants all bytes again; those that were fetched are forgotten. */
  public void widen() {
    from = 0;
    until = length;
    header = -1;
    release();
  }

  /** Where its wanted bytes begin in the file. */
  public long wantedPosition() {
    return position + from;
  }

  /** The number of its wanted bytes. */
  public long wantedLength() {
    return until - from;
  }

  /** Where the wanted bytes begin in the part. */
  public long wantedFrom() {
    return from;
  }

  /** Where the chunks lie, if a range of it is wanted; else null. */
  public PlainChunks ranged() {
    return until - from < length ? plainChunks : null;
  }

  void fetched(Slice slice) {
    this.bytes = slice;
  }

  /** Its wanted bytes are in the cache. */
  void kept(TileCache.Use use) {
    this.kept = use;
    this.bytes = use.stored();
  }

  /**
   * Its chunks, once all its bytes are fetched.
   *
   * @param size the unfiltered bytes, as known from elsewhere
   * @throws CorruptDataException if the bytes are no chunks, or chunks of another size in all
   */
  public Chunks chunks(TileCodec codec, long size) {
    return kept == null ? codec.chunks(bytes, size) : kept.chunks(codec, size);
  }

  /** The bytes that were wanted, once they are fetched. */
  public Slice bytes() {
    return bytes;
  }

  /** Forgets the bytes. */
  void release() {
    bytes = null;
    kept = null;
  }
}
