package io.azulejo.internal.filter;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configured filters of one kind of tile part, in the order of encoding. Each filter is
 * configured for the type of values that it receives. Filters that have no effect are left out.
 * Thread-safe.
 */
final class FilterChain {
  /**
   * The maximum size of an intermediate result when decoding, as a multiple of the chunk size. Real
   * data stays far below it.
   */
  private static final int MAX_GROWTH = 64;

  private static final long GROWTH_SLACK = 1 << 20;

  private final ChunkFilter[] filters;
  private final String refusal;
  private final int lastChanging;

  private FilterChain(List<ChunkFilter> filters, String refusal) {
    this.filters = filters.toArray(new ChunkFilter[0]);
    this.refusal = refusal;
    int first = 0;
    while (first < this.filters.length && this.filters[first].keepsData()) {
      first++;
    }
    lastChanging = first;
  }

  /**
   * Creates the filters for a kind of tile part. If there is a key, encryption is the last filter.
   */
  static FilterChain of(TileSpec spec, Optional<EncryptionKey> key) {
    ChainBuilder builder = new ChainBuilder(spec);
    for (Filter filter : spec.pipeline().filters()) {
      builder.add(filter);
    }
    key.ifPresent(k -> builder.filters.add(new AesFilter(k)));
    return new FilterChain(builder.filters, builder.refusal);
  }

  /**
   * Returns the reason why these filters cannot be applied to this kind of tile part, or null if
   * they can.
   */
  String refusal() {
    return refusal;
  }

  /**
   * Returns whether the chain leaves the bytes unchanged, because it has neither filters nor
   * encryption.
   */
  boolean isEmpty() {
    return filters.length == 0 && refusal == null;
  }

  /** Returns whether every reader can decode empty chunks that these filters have encoded. */
  boolean acceptsEmptyChunks() {
    boolean kept = false;
    for (ChunkFilter filter : filters) {
      if (!filter.acceptsEmptyChunks() || (kept && !filter.acceptsKeptEmptyParts())) {
        return false;
      }
      kept = filter.keepsEmptyParts();
    }
    return true;
  }

  /** Returns whether the first filter can decode strings to runs of equal strings. */
  boolean givesRuns() {
    return filters.length > 0
        && (filters[0] instanceof StringRleFilter || filters[0] instanceof DictionaryFilter)
        && refusal == null;
  }

  /** Returns whether the last filter to decode can leave its values transposed. */
  boolean givesPlanes() {
    return filters.length > 0 && filters[0] instanceof ByteShuffleFilter && refusal == null;
  }

  void encode(Encoding chunk) {
    for (ChunkFilter filter : filters) {
      filter.encode(chunk);
    }
  }

  /**
   * Decodes a chunk with all filters, in reverse order.
   *
   * @param length the unfiltered size of the chunk in bytes
   * @throws io.azulejo.error.CorruptDataException if the chunk is not valid
   */
  void decode(Decoding chunk, int length) {
    long start = length + 2L * Long.BYTES * chunk.cells();
    long max = Math.min(Integer.MAX_VALUE - 8, MAX_GROWTH * start + GROWTH_SLACK);
    for (int i = filters.length - 1; i >= 0; i--) {
      long limit = start;
      for (int j = 0; j < i && limit < max; j++) {
        limit = filters[j].bound(limit);
      }
      chunk.next(filters[i], i == lastChanging, Math.min(limit, max));
      filters[i].decode(chunk);
    }
    chunk.finish();
  }

  /** Maps the filters of a schema to their implementations. */
  private static final class ChainBuilder {
    private final TileSpec spec;
    private final List<ChunkFilter> filters = new ArrayList<>();
    private Datatype type;
    private String refusal;

    ChainBuilder(TileSpec spec) {
      this.spec = spec;
      this.type = spec.type();
    }

    void add(Filter filter) {
      switch (filter.type()) {
        case NONE -> {}
        case GZIP -> compress(new GzipCompressor(filter.level()));
        case ZSTD -> compress(new ZstdCompressor(filter.level()));
        case LZ4 -> compress(new Lz4Compressor());
        case BZIP2 -> compress(new Bzip2Compressor(filter.level()));
        case RLE -> addRle();
        case DICTIONARY -> addDictionary();
        case DOUBLE_DELTA -> {
          reinterpret("DOUBLE_DELTA", filter.reinterpret());
          compress(new DoubleDeltaCompressor(differences()));
        }
        case DELTA -> {
          reinterpret("DELTA", filter.reinterpret());
          compress(new DeltaCompressor(differences()));
        }
        case BIT_WIDTH_REDUCTION -> {
          if (BitWidthFilter.changes(type)) {
            filters.add(new BitWidthFilter(filter.maxWindow(), type));
          }
        }
        case POSITIVE_DELTA -> {
          if (PositiveDeltaFilter.changes(type)) {
            filters.add(new PositiveDeltaFilter(filter.maxWindow(), type));
          }
        }
        case SCALE_FLOAT -> addScaleFloat(filter);
        case BITSHUFFLE -> filters.add(new BitShuffleFilter(type.size()));
        case BYTESHUFFLE -> filters.add(new ByteShuffleFilter(type.size()));
        case XOR -> {
          filters.add(new XorFilter(type.size()));
          type = signed(type.size());
        }
        case CHECKSUM_MD5 -> filters.add(new ChecksumFilter(ChecksumFilter.Kind.MD5));
        case CHECKSUM_SHA256 -> filters.add(new ChecksumFilter(ChecksumFilter.Kind.SHA256));
        case WEBP -> addWebp(filter);
        case AES_256_GCM ->
            refuse("AES_256_GCM cannot be set in a schema; open the array with its key instead");
      }
    }

    private void compress(Compressor compressor) {
      filters.add(new CompressionFilter(compressor));
    }

    private void addRle() {
      if (!spec.offsetsInData()) {
        compress(new RleCompressor(spec.cellSize()));
      } else if (isFirst("RLE")) {
        filters.add(new StringRleFilter());
      }
    }

    private void addDictionary() {
      if (!spec.offsetsInData()) {
        refuse(
            "DICTIONARY applies to ASCII and UTF-8 strings of variable size, not to %s"
                .formatted(type));
      } else if (isFirst("DICTIONARY")) {
        filters.add(new DictionaryFilter());
      }
    }

    private boolean isFirst(String name) {
      if (!filters.isEmpty()) {
        refuse(
            "%s of strings must be the first filter, but comes after %s"
                .formatted(name, filters.get(filters.size() - 1).name()));
      }
      return filters.isEmpty();
    }

    private void reinterpret(String name, Datatype other) {
      if (other != Datatype.ANY) {
        type = other;
      }
      if (type.isFloatingPoint()) {
        refuse(
            "%s applies to integers, not to %s; reinterpret the values as %s"
                .formatted(name, type, signed(type.size())));
      }
    }

    /**
     * Returns the type of the values for difference filters. Strings of any character width count
     * as bytes.
     */
    private Datatype differences() {
      return type.isString() ? Datatype.UINT8 : type;
    }

    private void addScaleFloat(Filter scale) {
      long width = scale.byteWidth();
      if (type.size() != Float.BYTES && type.size() != Double.BYTES) {
        refuse("SCALE_FLOAT applies to values of 4 or 8 bytes, not to %s".formatted(type));
      } else if (width != 1 && width != 2 && width != 4 && width != 8) {
        refuse("SCALE_FLOAT stores integers of 1, 2, 4 or 8 bytes, not of %d".formatted(width));
      } else {
        filters.add(new ScaleFloatFilter(scale.scale(), scale.offset(), (int) width, type.size()));
        type = signed(width);
      }
    }

    private void addWebp(Filter webp) {
      int depth = WebpFilter.depth(webp.pixelFormat());
      if (type.size() != 1) {
        refuse("WEBP applies to UINT8, not to %s".formatted(type));
      } else if (depth == 0) {
        refuse("WEBP needs a pixel format; set RGB, BGR, RGBA or BGRA");
      } else if (webp.xExtent() == 0 || webp.yExtent() == 0 || webp.xExtent() % depth != 0) {
        refuse(
            ("WEBP cannot encode tiles of %d rows of %d bytes as images of %s, whose"
                    + " pixels have %d bytes")
                .formatted(webp.yExtent(), webp.xExtent(), webp.pixelFormat(), depth));
      } else {
        filters.add(new WebpFilter(webp));
      }
    }

    private void refuse(String reason) {
      if (refusal == null) {
        refusal = reason;
      }
    }

    private static Datatype signed(long size) {
      return switch ((int) size) {
        case 1 -> Datatype.INT8;
        case 2 -> Datatype.INT16;
        case 4 -> Datatype.INT32;
        default -> Datatype.INT64;
      };
    }
  }
}
