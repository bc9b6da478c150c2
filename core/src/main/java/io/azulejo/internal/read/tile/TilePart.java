package io.azulejo.internal.read.tile;

import io.azulejo.internal.filter.PlainChunks;
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
  private Slice bytes;

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
   */
  public void narrow(long first, long last) {
    if (plainChunks != null) {
      from = plainChunks.storedFrom(first);
      until = plainChunks.storedUntil(last);
    }
  }

  /** Wants all bytes again; those that were fetched are forgotten. */
  public void widen() {
    from = 0;
    until = length;
    bytes = null;
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

  /** The bytes that were wanted, once they are fetched. */
  public Slice bytes() {
    return bytes;
  }

  /** Forgets the bytes. */
  void release() {
    bytes = null;
  }
}
