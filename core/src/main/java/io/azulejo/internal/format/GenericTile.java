package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;

/**
 * A self-describing block of bytes: a header, the filters, and a filtered tile.
 *
 * <p>Generic tiles hold schemas, enumerations, metadata, groups, conditions and the sections of
 * fragment metadata.
 *
 * @param header the fields before the filters
 * @param pipeline the stored filters; if the tile is encrypted, the last one is the encryption
 * @param filtered the filtered tile
 */
public record GenericTile(Header header, FilterPipeline pipeline, Slice filtered) {
  /** The size of a header in bytes. The header tells the size of the whole tile. */
  public static final int HEADER_SIZE = 34;

  private static final FilterPipeline COMPRESSION = FilterPipeline.of(Filter.gzip(1));
  private static final FilterPipeline COMPRESSION_AND_ENCRYPTION =
      FilterPipeline.of(Filter.gzip(1), Filter.aes256Gcm());
  private static final Codes<Encryption> ENCRYPTIONS =
      Codes.byOrdinal("encryption type", Encryption.class);

  /**
   * The part of the plausibility limit that does not depend on the filtered size: 16 MiB. The limit
   * for the unfiltered size is this number of bytes plus {@link #MAX_EXPANSION} times the filtered
   * size. Decompression by zlib expands bytes at most 1032 times, and other filters stay below the
   * limit for the contents of generic tiles.
   */
  private static final int UNDOUBTED_SIZE = 16 << 20;

  private static final long MAX_EXPANSION = 2048;

  /**
   * The header of a generic tile. Sizes are in bytes.
   *
   * @param version the format version of the writer, in which the filters are encoded
   * @param filteredSize the size of the filtered tile
   * @param size the size of the unfiltered tile
   * @param type the input type of the first filter
   * @param cellSize the size of a cell
   * @param encrypted whether the last filter is encryption
   * @param pipelineSize the size of the encoded filters
   */
  public record Header(
      FormatVersion version,
      long filteredSize,
      long size,
      Datatype type,
      long cellSize,
      boolean encrypted,
      int pipelineSize) {
    /** Returns the size of the whole generic tile in bytes, from its header to its last chunk. */
    public long extent() {
      return (long) HEADER_SIZE + pipelineSize + filteredSize;
    }
  }

  /**
   * A decoded generic tile.
   *
   * @param tile the tile as stored
   * @param content the unfiltered bytes
   */
  public record Content(GenericTile tile, Slice content) {
    /** Returns the size of the generic tile in its file, in bytes. */
    public long extent() {
      return tile.header().extent();
    }
  }

  /**
   * Reads the header of a generic tile.
   *
   * @param structure the name of the tile's content, for error messages
   * @param file bytes of a file, which must include the header
   * @param offset the start of the tile in these bytes
   * @throws CorruptDataException if the bytes are not a valid header
   * @throws UnsupportedFormatException if this release cannot read the version in the header
   */
  public static Header header(String structure, Slice file, int offset) {
    Slice tile = from(structure, file, offset);
    try {
      return header(new WireReader(structure, FormatVersion.leading(structure, tile), tile), null);
    } catch (CorruptDataException e) {
      throw e.within(structure, "tile", offset);
    } catch (UnsupportedFormatException e) {
      throw e.within(offset);
    }
  }

  /**
   * Reads and unfilters a generic tile.
   *
   * @param structure the name of the tile's content, for error messages
   * @param file bytes of a file, which must include the whole tile
   * @param offset the start of the tile in these bytes
   * @param key the encryption key of the array, if it has one
   * @param scratch the buffers to use while decoding
   * @throws InvalidRequestException if the tile is encrypted and the key is missing or wrong, or if
   *     the tile is not encrypted but there is a key
   * @throws CorruptDataException if the bytes are not a valid generic tile
   * @throws UnsupportedFormatException if this release cannot read the tile
   */
  public static Content read(
      String structure, Slice file, int offset, Optional<EncryptionKey> key, Scratch scratch) {
    Slice bytes = from(structure, file, offset);
    int start = 0;
    try {
      WireReader wire = new WireReader(structure, FormatVersion.leading(structure, bytes), bytes);
      GenericTile tile = transfer(wire, null);
      start = wire.position() - tile.filtered.length();
      return new Content(tile, tile.unfilter(structure, key, scratch));
    } catch (CorruptDataException e) {
      throw e.within(structure, "tile", (long) offset + start);
    } catch (UnsupportedFormatException e) {
      throw e.within(offset);
    }
  }

  /**
   * Encodes a generic tile with the same filters as the reference engine, and encrypts it if there
   * is a key.
   *
   * @param structure the name of the content, for error messages
   * @param version the format version for the header, which is the version of the array
   * @param content the unfiltered bytes
   * @param key the encryption key of the array, if it has one
   * @param scratch the buffers to use while encoding
   */
  public static Slice write(
      String structure,
      FormatVersion version,
      Slice content,
      Optional<EncryptionKey> key,
      Scratch scratch) {
    return encode(
        structure,
        version,
        key.isPresent() ? COMPRESSION_AND_ENCRYPTION : COMPRESSION,
        content,
        key,
        scratch);
  }

  /**
   * Encodes a generic tile with the given filters.
   *
   * @param pipeline the filters to store; the last one must be encryption if and only if there is a
   *     key
   */
  static Slice encode(
      String structure,
      FormatVersion version,
      FilterPipeline pipeline,
      Slice content,
      Optional<EncryptionKey> key,
      Scratch scratch) {
    TileSpec spec = new TileSpec(withoutEncryption(pipeline), Datatype.CHAR, 1, false);
    Slice filtered = TileCodec.of(spec, key).encode(content, scratch);
    int pipelineSize =
        WireWriter.encode("filters", version, FilterPipelineFormat::transfer, pipeline).length();
    Header header =
        new Header(
            version,
            filtered.length(),
            content.length(),
            Datatype.CHAR,
            1,
            key.isPresent(),
            pipelineSize);
    return WireWriter.encode(
        structure, version, GenericTile::transfer, new GenericTile(header, pipeline, filtered));
  }

  /**
   * Transfers a generic tile. The version of the wire must be the version that the tile begins
   * with.
   */
  static GenericTile transfer(Wire wire, GenericTile tile) {
    Header header = header(wire, tile == null ? null : tile.header);
    int start = wire.position();
    FilterPipeline pipeline =
        wire.struct("filters", FilterPipelineFormat::transfer, tile, GenericTile::pipeline);
    wire.check(
        wire.position() - start == header.pipelineSize,
        "filters",
        "%d bytes, but the header says %d",
        wire.position() - start,
        header.pipelineSize);
    List<Filter> filters = pipeline.filters();
    int encryption = filters.indexOf(Filter.aes256Gcm());
    wire.check(
        encryption == (header.encrypted ? filters.size() - 1 : -1),
        "filters",
        "the header says that the tile is %s, but the filters are %s",
        header.encrypted ? "encrypted" : "not encrypted",
        filters);
    Slice filtered = wire.bytes("tile", header.filteredSize, tile, GenericTile::filtered);
    return new GenericTile(header, pipeline, filtered);
  }

  private static Slice from(String structure, Slice file, int offset) {
    if (offset < 0 || offset > file.length()) {
      throw CorruptDataException.of(
          structure,
          "tile",
          offset,
          "the tile begins outside of the %d bytes of the file".formatted(file.length()));
    }
    return file.from(offset);
  }

  private static Header header(Wire wire, Header header) {
    FormatVersion version = FormatVersion.transfer(wire);
    long filteredSize = wire.count64("persisted_size", header, Header::filteredSize);
    wire.check(
        filteredSize <= Long.MAX_VALUE - Integer.MAX_VALUE - HEADER_SIZE,
        "persisted_size",
        "%d bytes exceed the limit",
        filteredSize);
    long size = wire.count64("tile_size", header, Header::size);
    Datatype type = wire.code("datatype", Codes.DATATYPES, header, Header::type);
    long cellSize = wire.i64("cell_size", header, Header::cellSize);
    wire.check(
        cellSize >= 1 && cellSize <= Integer.MAX_VALUE,
        "cell_size",
        "%s is not within 1..2^31-1",
        Long.toUnsignedString(cellSize));
    boolean encrypted =
        wire.code("encryption", ENCRYPTIONS, header, Encryption::of) == Encryption.AES_256_GCM;
    int pipelineSize = wire.count32("filters_length", header, Header::pipelineSize);
    return new Header(version, filteredSize, size, type, cellSize, encrypted, pipelineSize);
  }

  private Slice unfilter(String structure, Optional<EncryptionKey> key, Scratch scratch) {
    if (header.encrypted && key.isEmpty()) {
      throw new InvalidRequestException(
          "the %s is encrypted; pass its encryption key of %d bytes"
              .formatted(structure, EncryptionKey.SIZE));
    }
    if (!header.encrypted && key.isPresent()) {
      throw new InvalidRequestException(
          "the %s is not encrypted, but an encryption key was given; open it without a key"
              .formatted(structure));
    }
    TileSpec spec =
        new TileSpec(withoutEncryption(pipeline), header.type, (int) header.cellSize, false);
    TileCodec codec = TileCodec.of(spec, key);
    Chunks chunks = codec.chunks(filtered);
    long size = chunks.start(chunks.count());
    if (size != header.size) {
      throw CorruptDataException.of(
          structure,
          "chunks",
          0,
          "the chunks hold %d bytes, but the header says %d".formatted(size, header.size));
    }
    if (size > UNDOUBTED_SIZE + MAX_EXPANSION * filtered.length()) {
      throw CorruptDataException.of(
          structure,
          "chunks",
          0,
          "a size of %d bytes is not plausible for %d compressed bytes"
              .formatted(size, filtered.length()));
    }
    if (header.size > Integer.MAX_VALUE - 8) {
      throw new UnsupportedFormatException(
          "the %s has %d bytes; more than 2 GiB are not supported"
              .formatted(structure, header.size));
    }
    byte[] content = new byte[(int) size];
    try {
      codec.decode(filtered, content, 0, content.length, scratch);
    } catch (CorruptDataException e) {
      if (header.encrypted && e.getCause() instanceof AEADBadTagException) {
        throw new InvalidRequestException(
            "cannot decrypt the %s: the key belongs to another array, or the bytes are damaged (%s)"
                .formatted(structure, e.getMessage()),
            null,
            e);
      }
      throw e;
    }
    return Slice.of(content);
  }

  private static FilterPipeline withoutEncryption(FilterPipeline pipeline) {
    List<Filter> filters = pipeline.filters();
    boolean encrypted =
        !filters.isEmpty() && filters.get(filters.size() - 1).type() == Filter.Type.AES_256_GCM;
    return encrypted
        ? FilterPipeline.of(pipeline.maxChunkSize(), filters.subList(0, filters.size() - 1))
        : pipeline;
  }

  /** The encryption types, in the order of their codes. */
  private enum Encryption {
    NO_ENCRYPTION,
    AES_256_GCM;

    static Encryption of(Header header) {
      return header.encrypted() ? AES_256_GCM : NO_ENCRYPTION;
    }
  }

  /**
   * Returns the bytes of a file that consists of a single generic tile, encoded as by {@link
   * #write}.
   */
  public static byte[] bytes(
      String structure, FormatVersion version, Slice content, Optional<EncryptionKey> key) {
    try (Scratch scratch = new Scratch()) {
      return write(structure, version, content, key, scratch).toBytes();
    }
  }
}
