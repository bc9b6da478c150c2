package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;

/**
 * On-disk form of a {@link FilterPipeline}: the chunk size, the number of filters, and each filter
 * with its options.
 *
 * <p>Compression filters say what they are twice, by the type and by a compressor code of its own
 * numbering among the options. The latter counts, as it does for the reference engine.
 */
final class FilterPipelineFormat {
  /** What a filter is, by its code on disk. */
  private enum Type {
    NONE(0, Filter.None.class),
    GZIP(1, Filter.Gzip.class),
    ZSTD(2, Filter.Zstd.class),
    LZ4(3, Filter.Lz4.class),
    RLE(4, Filter.Rle.class),
    BZIP2(5, Filter.Bzip2.class),
    DOUBLE_DELTA(6, Filter.DoubleDelta.class),
    BIT_WIDTH_REDUCTION(7, Filter.BitWidthReduction.class),
    BITSHUFFLE(8, Filter.BitShuffle.class),
    BYTESHUFFLE(9, Filter.ByteShuffle.class),
    POSITIVE_DELTA(10, Filter.PositiveDelta.class),
    AES_256_GCM(11, Filter.Aes256Gcm.class),
    CHECKSUM_MD5(12, Filter.ChecksumMd5.class),
    CHECKSUM_SHA256(13, Filter.ChecksumSha256.class),
    DICTIONARY(14, Filter.Dictionary.class),
    SCALE_FLOAT(15, Filter.ScaleFloat.class),
    XOR(16, Filter.Xor.class),
    // 17 was given up before any release and is refused.
    WEBP(18, Filter.Webp.class),
    DELTA(19, Filter.Delta.class);

    private final int code;
    private final Class<? extends Filter> kind;

    Type(int code, Class<? extends Filter> kind) {
      this.code = code;
      this.kind = kind;
    }

    static Type of(Filter filter) {
      for (Type type : values()) {
        if (type.kind.isInstance(filter)) {
          return type;
        }
      }
      throw new IllegalArgumentException(filter + " has no place in a file");
    }
  }

  private static final Codes<Type> TYPES = Codes.of("filter type");
  private static final Codes<Type> COMPRESSORS =
      Codes.<Type>of("compressor")
          .with(1, Type.GZIP)
          .with(2, Type.ZSTD)
          .with(3, Type.LZ4)
          .with(4, Type.RLE)
          .with(5, Type.BZIP2)
          .with(6, Type.DOUBLE_DELTA)
          .with(7, Type.DICTIONARY)
          .with(8, Type.DELTA);
  private static final Codes<Filter.PixelFormat> PIXEL_FORMATS =
      Codes.byOrdinal("pixel format", Filter.PixelFormat.class);

  static {
    for (Type type : Type.values()) {
      TYPES.with(type.code, type);
    }
  }

  private FilterPipelineFormat() {}

  static FilterPipeline transfer(Wire wire, FilterPipeline pipeline) {
    int maxChunkSize = wire.i32("max_chunk_size", pipeline, FilterPipeline::maxChunkSize);
    List<Filter> filters =
        wire.list32("filters", FilterPipelineFormat::filter, pipeline, FilterPipeline::filters);
    return new FilterPipeline(maxChunkSize, filters);
  }

  private static Filter filter(Wire wire, Filter filter) {
    Type type = wire.code("type", TYPES, filter, Type::of);
    int length =
        wire.count32("options_length", filter, f -> optionsLength(Type.of(f), wire.version()));
    int start = wire.position();
    Filter transferred = options(wire, type, filter);
    wire.check(
        wire.position() - start == length,
        "options_length",
        "%d bytes of options, but %s has %d",
        length,
        type,
        wire.position() - start);
    return transferred;
  }

  private static Filter options(Wire wire, Type type, Filter filter) {
    return switch (type) {
      case NONE -> new Filter.None();
      case BITSHUFFLE -> new Filter.BitShuffle();
      case BYTESHUFFLE -> new Filter.ByteShuffle();
      case AES_256_GCM -> new Filter.Aes256Gcm();
      case CHECKSUM_MD5 -> new Filter.ChecksumMd5();
      case CHECKSUM_SHA256 -> new Filter.ChecksumSha256();
      case XOR -> new Filter.Xor();
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DICTIONARY, DOUBLE_DELTA, DELTA ->
          compression(wire, (Filter.Compression) filter);
      case BIT_WIDTH_REDUCTION ->
          new Filter.BitWidthReduction(
              wire.i32(
                  "max_window",
                  (Filter.BitWidthReduction) filter,
                  Filter.BitWidthReduction::maxWindow));
      case POSITIVE_DELTA ->
          new Filter.PositiveDelta(
              wire.i32(
                  "max_window", (Filter.PositiveDelta) filter, Filter.PositiveDelta::maxWindow));
      case SCALE_FLOAT -> scaleFloat(wire, (Filter.ScaleFloat) filter);
      case WEBP -> webp(wire, (Filter.Webp) filter);
    };
  }

  private static Filter compression(Wire wire, Filter.Compression filter) {
    FormatVersion version = wire.version();
    Type compressor = wire.code("compressor", COMPRESSORS, filter, Type::of);
    int level = wire.i32("level", filter, Filter.Compression::level);
    return switch (compressor) {
      case GZIP -> new Filter.Gzip(level);
      case ZSTD -> new Filter.Zstd(level);
      case LZ4 -> new Filter.Lz4(level);
      case RLE -> new Filter.Rle(level);
      case BZIP2 -> new Filter.Bzip2(level);
      case DICTIONARY -> new Filter.Dictionary(level);
      case DOUBLE_DELTA ->
          new Filter.DoubleDelta(
              level,
              version.reinterpretsInDoubleDelta()
                  ? wire.code(
                      "reinterpret",
                      Codes.DATATYPES,
                      (Filter.DoubleDelta) filter,
                      Filter.DoubleDelta::reinterpret)
                  : wire.absent(
                      "reinterpret",
                      Datatype.ANY,
                      (Filter.DoubleDelta) filter,
                      Filter.DoubleDelta::reinterpret));
      case DELTA ->
          new Filter.Delta(
              level,
              version.reinterpretsInDelta()
                  ? wire.code(
                      "reinterpret",
                      Codes.DATATYPES,
                      (Filter.Delta) filter,
                      Filter.Delta::reinterpret)
                  : wire.absent(
                      "reinterpret",
                      Datatype.ANY,
                      (Filter.Delta) filter,
                      Filter.Delta::reinterpret));
      case NONE,
          BIT_WIDTH_REDUCTION,
          BITSHUFFLE,
          BYTESHUFFLE,
          POSITIVE_DELTA,
          AES_256_GCM,
          CHECKSUM_MD5,
          CHECKSUM_SHA256,
          SCALE_FLOAT,
          XOR,
          WEBP ->
          throw new AssertionError(compressor + " is no compressor");
    };
  }

  private static Filter scaleFloat(Wire wire, Filter.ScaleFloat filter) {
    double scale = wire.f64("scale", filter, Filter.ScaleFloat::scale);
    double offset = wire.f64("offset", filter, Filter.ScaleFloat::offset);
    long width = wire.i64("byte_width", filter, Filter.ScaleFloat::byteWidth);
    wire.check(
        width == 1 || width == 2 || width == 4 || width == 8,
        "byte_width",
        "%s is none of 1, 2, 4, 8",
        Long.toUnsignedString(width));
    return new Filter.ScaleFloat(scale, offset, width);
  }

  /** A C structure as it lies in memory, which is why two bytes without a meaning end it. */
  private static Filter webp(Wire wire, Filter.Webp filter) {
    float quality = wire.f32("quality", filter, Filter.Webp::quality);
    Filter.PixelFormat format = wire.code("format", PIXEL_FORMATS, filter, Filter.Webp::format);
    boolean lossless = wire.bool("lossless", filter, Filter.Webp::lossless);
    int yExtent = wire.u16("y_extent", filter, Filter.Webp::yExtent);
    int xExtent = wire.u16("x_extent", filter, Filter.Webp::xExtent);
    wire.u16("padding", filter, f -> 0);
    return new Filter.Webp(quality, format, lossless, yExtent, xExtent);
  }

  private static int optionsLength(Type type, FormatVersion version) {
    return switch (type) {
      case NONE, BITSHUFFLE, BYTESHUFFLE, AES_256_GCM, CHECKSUM_MD5, CHECKSUM_SHA256, XOR -> 0;
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DICTIONARY -> 5;
      case DOUBLE_DELTA -> version.reinterpretsInDoubleDelta() ? 6 : 5;
      case DELTA -> version.reinterpretsInDelta() ? 6 : 5;
      case BIT_WIDTH_REDUCTION, POSITIVE_DELTA -> 4;
      case SCALE_FLOAT -> 24;
      case WEBP -> 12;
    };
  }
}
