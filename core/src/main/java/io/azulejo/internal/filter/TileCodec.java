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
 * Encodes and decodes one kind of tile part. A codec is created once from a {@link TileSpec} and
 * used for every tile. It is thread-safe if each thread uses its own {@link Scratch}.
 *
 * <p>A filtered tile begins with the number of its chunks (8 bytes). Each chunk consists of a
 * header, the filter metadata and the filtered data. The header contains the unfiltered size, the
 * filtered size and the metadata size (4 bytes each).
 */
public final class TileCodec {
  private static final String STRUCTURE = "filtered tile";

  /** The size of a chunk header in bytes. */
  public static final int CHUNK_HEADER = ChunkHeader.SIZE;

  /** The maximum initial size of the output buffer in bytes. The buffer grows on demand. */
  private static final int FIRST_ROOM = 1 << 20;

  private static final byte[] NOTHING = new byte[0];

  private final TileSpec spec;
  private final FilterChain chain;

  private TileCodec(TileSpec spec, FilterChain chain) {
    this.spec = spec;
    this.chain = chain;
  }

  /** Creates a codec for a kind of tile part, which is encrypted if there is a key. */
  public static TileCodec of(TileSpec spec, Optional<EncryptionKey> key) {
    return new TileCodec(spec, FilterChain.of(spec, key));
  }

  /** Returns the specification of the tile parts. */
  public TileSpec spec() {
    return spec;
  }

  /**
   * Locates the chunks of a filtered tile. This checks the chunk headers, but does not decode any
   * data.
   *
   * @param filtered exactly the bytes of the filtered tile
   * @throws CorruptDataException if the chunks are not valid
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
   * Locates the chunks of a filtered tile and checks their total size. It is then safe to allocate
   * memory for the unfiltered tile.
   *
   * @param filtered exactly the bytes of the filtered tile
   * @param size the expected unfiltered size in bytes
   * @throws CorruptDataException if the chunks are not valid, or their total unfiltered size is not
   *     the expected one
   */
  public Chunks chunks(Slice filtered, long size) {
    Chunks chunks = chunks(filtered);
    long found = chunks.start(chunks.count());
    if (found != size) {
      throw corrupt("chunks", 0, "they hold %d bytes, but the tile has %d".formatted(found, size));
    }
    return chunks;
  }

  /**
   * Returns the expected size in bytes of all chunks but the last in a tile part of fixed-size
   * cells.
   *
   * @param size the unfiltered size of the tile part in bytes
   */
  public int chunkSize(long size) {
    return ChunkBoundaries.chunkSize(size, spec);
  }

  /**
   * Returns the expected chunks of an unfiltered tile part of fixed-size cells. Returns null if
   * this codec has filters or encryption, or if the size on disk contradicts the expected chunks.
   *
   * @param stored the size on disk in bytes
   * @param size the unfiltered size in bytes
   */
  public PlainChunks plainChunks(long stored, long size) {
    return chain.isEmpty() ? PlainChunks.of(spec, stored, size) : null;
  }

  /**
   * Returns the position of a chunk's data if it can be used without decoding.
   *
   * @param chunks the chunks of the tile
   * @param index the index of the chunk in {@code chunks}
   * @return the position in the array of {@link Chunks#filtered}, or -1 if the chunk must be
   *     decoded
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
   * @param filtered exactly the bytes of the filtered tile
   * @param target the array that receives the unfiltered bytes
   * @param offset the position of the first unfiltered byte in the target
   * @param length the expected unfiltered size in bytes
   * @throws CorruptDataException if the bytes are not a valid tile of this size
   * @throws UnsupportedFormatException if the filters cannot be applied to this kind of tile part
   */
  public void decode(Slice filtered, byte[] target, int offset, int length, Scratch scratch) {
    decode(chunks(filtered, length), target, offset, scratch);
  }

  /**
   * Decodes all chunks.
   *
   * @param target the array that receives the unfiltered bytes
   * @param offset the position of the first unfiltered byte in the target
   * @throws CorruptDataException if the bytes are not valid
   */
  public void decode(Chunks chunks, byte[] target, int offset, Scratch scratch) {
    Objects.checkFromIndexSize(offset, (int) chunks.start(chunks.count()), target.length);
    checkNoStrings();
    Decoding decoding = new Decoding(scratch);
    for (int i = 0; i < chunks.count(); i++) {
      decodeOrCopy(decoding, chunks, i, target, offset + (int) chunks.start(i));
    }
  }

  /**
   * Decodes one chunk and returns its unfiltered size in bytes.
   *
   * @param index the index of the chunk in {@code chunks}
   * @param target the array that receives the unfiltered bytes
   * @param offset the position of the first unfiltered byte in the target
   * @throws CorruptDataException if the bytes are not valid
   * @throws IndexOutOfBoundsException if the target is too small
   */
  public int decodeChunk(Chunks chunks, int index, byte[] target, int offset, Scratch scratch) {
    checkNoStrings();
    checkRoom(chunks, index, target, offset);
    decodeOrCopy(new Decoding(scratch), chunks, index, target, offset);
    return (int) (chunks.start(index + 1) - chunks.start(index));
  }

  /**
   * Decodes one chunk for a caller that only copies its values to another place. Nothing is copied
   * if the chunk is cached or if its values can stay transposed.
   *
   * @param planes receives transposed values if the last filter to decode allows that; they are
   *     valid until the next use of {@code scratch} or of the chunk's bytes. If null, the values
   *     are always restored.
   * @param buffer a buffer for the unfiltered bytes
   * @return the array that begins with the unfiltered bytes: the buffer, or one that the caller
   *     must not modify; null if {@code planes} received the values
   * @throws CorruptDataException if the bytes are not valid
   * @throws IndexOutOfBoundsException if the buffer is too small
   */
  public byte[] decodeChunk(
      Chunks chunks, int index, BytePlanes planes, byte[] buffer, Scratch scratch) {
    checkNoStrings();
    checkRoom(chunks, index, buffer, 0);
    Decoding decoding = new Decoding(scratch);
    Chunks.Decoded kept = cache(chunks);
    if (kept != null) {
      return decodeOnce(decoding, chunks, index, kept);
    }
    if (planes != null && chain.givesPlanes()) {
      decoding.expectPlanes(planes);
    }
    decode(decoding, chunks, index, buffer, 0);
    return decoding.isTransposed() ? null : buffer;
  }

  private static void checkRoom(Chunks chunks, int index, byte[] target, int offset) {
    long length = chunks.start(index + 1) - chunks.start(index);
    if (length > target.length - offset) {
      throw new IndexOutOfBoundsException(
          "chunk %d has %d bytes, but there is room for %d"
              .formatted(index, length, target.length - offset));
    }
  }

  /** Decodes a chunk, or copies it from the cache if chunks are cached. */
  private void decodeOrCopy(
      Decoding decoding, Chunks chunks, int index, byte[] target, int offset) {
    Chunks.Decoded kept = cache(chunks);
    if (kept == null) {
      decode(decoding, chunks, index, target, offset);
      return;
    }
    byte[] unfiltered = decodeOnce(decoding, chunks, index, kept);
    System.arraycopy(unfiltered, 0, target, offset, unfiltered.length);
  }

  /** Returns the cache of unfiltered chunks, or null if they are not worth caching. */
  private Chunks.Decoded cache(Chunks chunks) {
    return chain.isEmpty() ? null : chunks.decoded();
  }

  /** Returns the unfiltered bytes of a chunk from the cache, after adding them if necessary. */
  private byte[] decodeOnce(Decoding decoding, Chunks chunks, int index, Chunks.Decoded kept) {
    byte[] unfiltered = kept.get(index);
    if (unfiltered == null) {
      unfiltered = new byte[(int) (chunks.start(index + 1) - chunks.start(index))];
      decode(decoding, chunks, index, unfiltered, 0);
      kept.put(index, unfiltered);
    }
    return unfiltered;
  }

  /**
   * Decodes strings whose filter also stores the offsets ({@link TileSpec#offsetsInData}).
   *
   * @param chunks the chunks of the tile, at most one
   * @param target the array that receives the concatenated strings
   * @param offset the position of the first string in the target
   * @param cells the number of strings
   * @return the start of each string relative to {@code offset}, then the end of the last one
   *     ({@code cells + 1} elements)
   * @throws CorruptDataException if the tile is not valid
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

  /**
   * Returns whether the codec supports {@link #decodeRuns}, which is true for strings that are
   * filtered with RLE or DICTIONARY.
   */
  public boolean givesRuns() {
    return spec.offsetsInData() && chain.givesRuns();
  }

  /**
   * Decodes strings to runs of equal strings. Requires {@link #givesRuns}.
   *
   * @param chunks the chunks of the tile, at most one
   * @param cells the number of strings
   * @throws CorruptDataException if the tile is not valid
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

  /**
   * Decodes strings to a list of strings and their indexes in it. If most strings are different,
   * decodes them as {@link #decodeStrings} does. Requires {@link #givesRuns}.
   *
   * @param chunks the chunks of the tile, at most one
   * @param cells the number of strings
   * @throws CorruptDataException if the tile is not valid
   */
  public StringCodes decodeCodes(Chunks chunks, int cells, Scratch scratch) {
    checkOneChunk(chunks);
    if (chunks.count() == 0) {
      return new StringCodes(new byte[0], new int[] {0, 0}, new int[cells]);
    }
    Decoding decoding = new Decoding(scratch);
    decoding.expectCodes(cells);
    decode(decoding, chunks, 0, NOTHING, 0);
    return decoding.codes() == null
        ? new StringCodes(decoding.target(), decoding.stringOffsets(), null)
        : decoding.codes();
  }

  private static void checkOneChunk(Chunks chunks) {
    if (chunks.count() > 1) {
      throw corrupt(
          "chunks",
          0,
          "%d chunks, but strings with their offsets form one".formatted(chunks.count()));
    }
  }

  /**
   * Encodes a tile of fixed-size cells. Offsets and validity are also fixed-size cells.
   *
   * @throws InvalidRequestException if the filters cannot encode the tile
   */
  public Slice encode(Slice unfiltered, Scratch scratch) {
    return encode(unfiltered, ChunkBoundaries.ofFixed(unfiltered.length(), spec), null, 0, scratch);
  }

  /**
   * Encodes the values of variable-size cells.
   *
   * @param unfiltered the concatenated values
   * @param offsets the start of each cell, then the end of the last one
   * @param cells the number of cells
   * @throws InvalidRequestException if the filters cannot encode the tile
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
   * Returns the initial size of the output buffer. If the buffer would be too large to be kept,
   * this is the size of the uncompressed output. The buffer then need not grow and can become the
   * result without a copy.
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
