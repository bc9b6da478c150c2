package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.Slice;
import java.util.Optional;

/**
 * The way of one kind of tile part to disk and back: a {@link TileSpec} made ready once, used for
 * every tile. Safe for use by many threads, each with a {@link Scratch} of its own.
 */
public final class TileCodec {
  private final TileSpec spec;

  private TileCodec(TileSpec spec) {
    this.spec = spec;
  }

  /** A codec for these tile parts, encrypted if there is a key. */
  public static TileCodec of(TileSpec spec, Optional<EncryptionKey> key) {
    return new TileCodec(spec);
  }

  /** What this is a codec of. */
  public TileSpec spec() {
    return spec;
  }

  /** The chunks of a filtered tile; its headers are checked, nothing is decoded. */
  public Chunks chunks(Slice filtered) {
    throw new UnsupportedOperationException();
  }

  /**
   * Decodes a whole tile.
   *
   * @param filtered its bytes on disk
   * @param length its unfiltered bytes, as known from elsewhere
   * @throws io.azulejo.error.CorruptDataException if the bytes are no such tile
   */
  public void decode(Slice filtered, byte[] target, int offset, int length, Scratch scratch) {
    throw new UnsupportedOperationException();
  }

  /** Decodes one chunk of a tile; gives the number of its unfiltered bytes. */
  public int decodeChunk(Chunks chunks, int index, byte[] target, int offset, Scratch scratch) {
    throw new UnsupportedOperationException();
  }

  /**
   * Decodes strings that hold their offsets ({@link TileSpec#offsetsInData}).
   *
   * @param length unfiltered bytes of the strings, as known from elsewhere
   * @param offsets where each string begins, and after them where the last one ends: cells + 1
   *     numbers are put here
   */
  public void decodeStrings(
      Slice filtered,
      byte[] target,
      int offset,
      int length,
      int[] offsets,
      int cells,
      Scratch scratch) {
    throw new UnsupportedOperationException();
  }

  /** Encodes a tile of fixed-size cells (offsets and validity are such, too). */
  public Slice encode(Slice unfiltered, Scratch scratch) {
    throw new UnsupportedOperationException();
  }

  /**
   * Encodes the values of cells of variable size.
   *
   * @param offsets where each cell begins, and after them where the last one ends
   */
  public Slice encodeVar(Slice unfiltered, int[] offsets, int cells, Scratch scratch) {
    throw new UnsupportedOperationException();
  }
}
