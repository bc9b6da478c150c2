package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;

/** The bytes of one tile in one data file: wanted, then fetched. */
public final class TilePart {
  private final Location file;
  private final long position;
  private final long length;
  private Slice bytes;

  TilePart(Location file, long position, long length) {
    this.file = file;
    this.position = position;
    this.length = length;
  }

  Location file() {
    return file;
  }

  long position() {
    return position;
  }

  long length() {
    return length;
  }

  void fetched(Slice slice) {
    this.bytes = slice;
  }

  /** The bytes, once they are fetched. */
  public Slice bytes() {
    return bytes;
  }

  /** Forgets the bytes. */
  void release() {
    bytes = null;
  }
}
