package io.azulejo.internal.filter;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Encodes and decodes one kind of tile part. Prepared once from a {@link TileSpec} and used for
 * every tile. Safe for use by several threads, each with its own {@link Scratch}.
 *
 * <p>A filtered tile starts with the number of its chunks (eight bytes). Each chunk consists of its
 * unfiltered size, filtered size and metadata size (four bytes each), the metadata and the filtered
 * bytes.
 */
public final class TileCodec {
  private static final String STRUCTURE = "filtered tile";

  /** The size of a chunk header in bytes. */
  public static final int CHUNK_HEADER = ChunkHeader.SIZE;

  /** The initial size of the output buffer in bytes; it grows on demand. */
  private static final int FIRST_ROOM = 1 << 20;

  private static final byte[] NOTHING = new byte[0];

  private final TileSpec spec;
  private final FilterChain chain;

  private TileCodec(TileSpec spec, FilterChain chain) {
    this.spec = spec;
    this.chain = chain;
  }

  /** Returns a codec for tile parts, encrypted if there is a key. */
  public static TileCodec of(TileSpec spec, Optional<EncryptionKey> key) {
    return new TileCodec(spec, FilterChain.of(spec, key));
  }

  /** Returns the specification of the tile parts. */
  public TileSpec spec() {
    return spec;
  }

  /**
   * Returns the chunks of a filtered tile. Checks the headers but decodes nothing.
   *
   * @throws CorruptDataException if the bytes are not valid chunks
   */
  public Chunks chunks(Slice filtered) {
    if (filtered.length() < Long.BYTES) {
      throw corrupt(
          "chunks", 0, "needs %d bytes, but %d are left".formatted(Long.BYTES, filtered.length()));
    }
    long count = filtered.getLong(0);
    if (count < 0 || count > (filtered.length() - Long.BYTES) / CHUNK_HEADER) {
      throw corrupt(
          "chunks",
          0,
          "%s chunks do not fit into %d bytes"
              .formatted(Long.toUnsignedString(count), filtered.length()));
    }
    int[] headers = new int[(int) count];
    long[] starts = new long[headers.length + 1];
    int position = Long.BYTES;
    for (int i = 0; i < headers.length; i++) {
      int left = filtered.length() - position;
      if (left < CHUNK_HEADER) {
        throw corrupt(
            "chunk[%d]".formatted(i),
            position,
            "needs %d bytes, but %d are left".formatted(CHUNK_HEADER, left));
      }
      int header = filtered.offset() + position;
      long original = ChunkHeader.original(filtered.array(), header);
      long data = ChunkHeader.data(filtered.array(), header);
      long metadata = ChunkHeader.metadata(filtered.array(), header);
      if (metadata + data > left - CHUNK_HEADER) {
        throw corrupt(
            "chunk[%d].length".formatted(i),
            position + Integer.BYTES,
            "%d bytes of metadata and %d of data, but %d are left"
                .formatted(metadata, data, left - CHUNK_HEADER));
      }
      headers[i] = position;
      starts[i + 1] = starts[i] + original;
      position += CHUNK_HEADER + (int) (metadata + data);
    }
    if (position != filtered.length()) {
      throw corrupt(
          "chunks",
          position,
          "%d bytes follow the last chunk".formatted(filtered.length() - position));
    }
    return new Chunks(filtered, 0, 0, headers, starts);
  }

  /**
   * Returns the chunks of a filtered tile after checking their total size, so that it is safe to
   * allocate.
   *
   * @param size the unfiltered size in bytes, as known from elsewhere
   * @throws CorruptDataException if the bytes are not valid chunks, or have another size in total
   */
  public Chunks chunks(Slice filtered, long size) {
    Chunks chunks = chunks(filtered);
    long found = chunks.start(chunks.count());
    if (found != size) {
      throw corrupt("chunks", 0, "they hold %d bytes, but the tile has %d".formatted(found, size));
    }
    return chunks;
  }

  /** Returns the expected chunk size in bytes of a tile part of fixed-size cells. */
  public int chunkSize(long size) {
    return ChunkBoundaries.chunkSize(size, spec);
  }

  /**
   * Returns the expected chunks of a tile part of fixed-size cells without filters; null if there
   * are filters or the stored size contradicts them.
   *
   * @param stored its size on disk in bytes
   * @param size its unfiltered size in bytes
   */
  public PlainChunks plainChunks(long stored, long size) {
    return chain.isEmpty() ? PlainChunks.of(spec, stored, size) : null;
  }

  /**
   * Returns the position of a chunk's data in the filtered tile if no filter changes it; -1 if it
   * must be decoded or its header is unexpected.
   */
  public int plainData(Chunks chunks, int index) {
    Slice filtered = chunks.filtered();
    int header = chunks.header(index);
    long length = chunks.start(index + 1) - chunks.start(index);
    boolean plain =
        chain.isEmpty()
            && ChunkHeader.data(filtered.array(), filtered.offset() + header) == length
            && ChunkHeader.metadata(filtered.array(), filtered.offset() + header) == 0;
    return plain ? filtered.offset() + header + CHUNK_HEADER : -1;
  }

  /**
   * Decodes a whole tile.
   *
   * @param filtered its bytes on disk
   * @param length its unfiltered size in bytes, as known from elsewhere
   * @throws CorruptDataException if the bytes are not such a tile
   */
  public void decode(Slice filtered, byte[] target, int offset, int length, Scratch scratch) {
    decode(chunks(filtered, length), target, offset, scratch);
  }

  /** Decodes all chunks of a tile. */
  public void decode(Chunks chunks, byte[] target, int offset, Scratch scratch) {
    Objects.checkFromIndexSize(offset, (int) chunks.start(chunks.count()), target.length);
    checkNoStrings();
    Decoding decoding = new Decoding(scratch);
    for (int i = 0; i < chunks.count(); i++) {
      decodeOrCopy(decoding, chunks, i, target, offset + (int) chunks.start(i));
    }
  }

  /** Decodes one chunk of a tile; returns its unfiltered size in bytes. */
  public int decodeChunk(Chunks chunks, int index, byte[] target, int offset, Scratch scratch) {
    checkNoStrings();
    long length = chunks.start(index + 1) - chunks.start(index);
    if (length > target.length - offset) {
      throw new IndexOutOfBoundsException(
          "chunk %d has %d bytes, but there is room for %d"
              .formatted(index, length, target.length - offset));
    }
    decodeOrCopy(new Decoding(scratch), chunks, index, target, offset);
    return (int) length;
  }

  /** Decodes a chunk, or copies it from the cache. */
  private void decodeOrCopy(
      Decoding decoding, Chunks chunks, int index, byte[] target, int offset) {
    Chunks.Decoded kept = chain.isEmpty() ? null : chunks.decoded();
    if (kept == null) {
      decode(decoding, chunks, index, target, offset);
      return;
    }
    byte[] unfiltered = kept.get(index);
    if (unfiltered == null) {
      unfiltered = new byte[(int) (chunks.start(index + 1) - chunks.start(index))];
      decode(decoding, chunks, index, unfiltered, 0);
      kept.put(index, unfiltered);
    }
    System.arraycopy(unfiltered, 0, target, offset, unfiltered.length);
  }

  /**
   * Decodes strings whose filter stores the offsets ({@link TileSpec#offsetsInData}).
   *
   * @param chunks the chunks of the tile
   * @param cells number of strings
   * @return start of each string, then the end of the last one: cells + 1 numbers
   */
  public int[] decodeStrings(Chunks chunks, byte[] target, int offset, int cells, Scratch scratch) {
    Objects.checkFromIndexSize(offset, (int) chunks.start(chunks.count()), target.length);
    checkOneChunk(chunks);
    if (chunks.count() == 0) {
      return new int[cells + 1];
    }
    Decoding decoding = new Decoding(scratch);
    decoding.expectStrings(cells);
    decode(decoding, chunks, 0, target, offset);
    return decoding.stringOffsets();
  }

  /** Returns whether {@link #decodeRuns} is supported: for strings with RLE or DICTIONARY. */
  public boolean givesRuns() {
    return spec.offsetsInData() && chain.givesRuns();
  }

  /**
   * Decodes strings as {@link #decodeStrings} does, but to runs of equal strings.
   *
   * @param chunks the chunks of the tile: none if it has no cells, otherwise one
   */
  public StringRuns decodeRuns(Chunks chunks, int cells, Scratch scratch) {
    checkOneChunk(chunks);
    if (chunks.count() == 0) {
      return new StringRuns(new byte[0], new int[] {0, 0}, new int[] {cells});
    }
    Decoding decoding = new Decoding(scratch);
    decoding.expectRuns(cells);
    decode(decoding, chunks, 0, NOTHING, 0);
    return decoding.runs();
  }

  private static void checkOneChunk(Chunks chunks) {
    if (chunks.count() > 1) {
      throw corrupt(
          "chunks",
          0,
          "%d chunks, but strings with their offsets form one".formatted(chunks.count()));
    }
  }

  /** Encodes a tile of fixed-size cells, which include offsets and validity. */
  public Slice encode(Slice unfiltered, Scratch scratch) {
    return encode(unfiltered, ChunkBoundaries.ofFixed(unfiltered.length(), spec), null, 0, scratch);
  }

  /**
   * Encodes the values of variable-size cells.
   *
   * @param offsets start of each cell, then the end of the last one
   */
  public Slice encodeVar(Slice unfiltered, int[] offsets, int cells, Scratch scratch) {
    Objects.checkFromIndexSize(0, cells + 1, offsets.length);
    return encode(
        unfiltered,
        ChunkBoundaries.ofVar(
            unfiltered.length(), offsets, cells, spec, chain.acceptsEmptyChunks()),
        offsets,
        cells,
        scratch);
  }

  private Slice encode(Slice unfiltered, int[] ends, int[] offsets, int cells, Scratch scratch) {
    if (chain.refusal() != null) {
      throw new InvalidRequestException(chain.refusal());
    }
    Encoding chunk = new Encoding(scratch);
    chunk.withOffsets(offsets, cells);
    byte[] out = scratch.tile(null, 0, initialCapacity(unfiltered.length(), ends.length));
    LittleEndian.putLong(out, 0, ends.length);
    int position = Long.BYTES;
    int start = 0;
    for (int end : ends) {
      chunk.start(unfiltered.array(), unfiltered.offset() + start, end - start);
      chain.encode(chunk);
      int metadata = chunk.metadataLength();
      int size =
          Scratch.checkedSize((long) position + CHUNK_HEADER + metadata + chunk.dataLength());
      out = scratch.tile(out, position, size);
      ChunkHeader.put(out, position, end - start, chunk.dataLength(), metadata);
      position += CHUNK_HEADER;
      for (byte[] part : chunk.metadata()) {
        System.arraycopy(part, 0, out, position, part.length);
        position += part.length;
      }
      System.arraycopy(chunk.data(), chunk.dataStart(), out, position, chunk.dataLength());
      position += chunk.dataLength();
      start = end;
    }
    return Scratch.isKept(out) || position < out.length / 4 * 3
        ? Slice.of(Arrays.copyOf(out, position))
        : Slice.of(out, 0, position);
  }

  /**
   * Returns the initial buffer size. If the tile's buffer is too large to be kept anyway, it is the
   * size without compression, which avoids a copy.
   */
  private static int initialCapacity(int length, int chunks) {
    long whole = Long.BYTES + length + (long) chunks * CHUNK_HEADER;
    return whole <= Scratch.MAX_KEPT
        ? Math.max(Long.BYTES, Math.min(FIRST_ROOM, length))
        : Scratch.checkedSize(whole);
  }

  private void checkNoStrings() {
    if (spec.offsetsInData()) {
      throw new IllegalStateException("these strings hold their offsets: decode them as strings");
    }
  }

  private void decode(Decoding decoding, Chunks chunks, int index, byte[] target, int offset) {
    Slice filtered = chunks.filtered();
    int header = chunks.header(index);
    int length = (int) (chunks.start(index + 1) - chunks.start(index));
    int headerInArray = filtered.offset() + header;
    int dataLength = (int) ChunkHeader.data(filtered.array(), headerInArray);
    int metadataLength = (int) ChunkHeader.metadata(filtered.array(), headerInArray);
    if (chain.refusal() != null) {
      throw new UnsupportedFormatException(chain.refusal());
    }
    decoding.start(
        chunks.number(index),
        chunks.headerInTile(index),
        target,
        offset,
        length,
        new Decoding.Parts(
            filtered.array(),
            filtered.offset() + header + CHUNK_HEADER,
            metadataLength,
            dataLength));
    chain.decode(decoding, length);
    decoding.scratch().decoded(length);
  }

  private static CorruptDataException corrupt(String field, long offset, String reason) {
    return CorruptDataException.of(STRUCTURE, field, offset, reason);
  }
}
