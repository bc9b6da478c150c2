package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;

/**
 * Encodes and decodes a {@link FilterPipeline}: the maximum chunk size, the number of filters, and
 * each filter with its options.
 *
 * <p>Compression filters store their type twice: as the filter type, and in the options as a
 * compressor code with a numbering of its own. The compressor code takes precedence, as in the
 * reference engine.
 */
final class FilterPipelineFormat {
  /**
   * The codes of filter types. Code 17 is rejected, because it was abandoned before any release.
   */
  private static final Codes<Filter.Type> TYPES =
      Codes.<Filter.Type>of("filter type")
          .with(0, Filter.Type.NONE)
          .with(1, Filter.Type.GZIP)
          .with(2, Filter.Type.ZSTD)
          .with(3, Filter.Type.LZ4)
          .with(4, Filter.Type.RLE)
          .with(5, Filter.Type.BZIP2)
          .with(6, Filter.Type.DOUBLE_DELTA)
          .with(7, Filter.Type.BIT_WIDTH_REDUCTION)
          .with(8, Filter.Type.BITSHUFFLE)
          .with(9, Filter.Type.BYTESHUFFLE)
          .with(10, Filter.Type.POSITIVE_DELTA)
          .with(11, Filter.Type.AES_256_GCM)
          .with(12, Filter.Type.CHECKSUM_MD5)
          .with(13, Filter.Type.CHECKSUM_SHA256)
          .with(14, Filter.Type.DICTIONARY)
          .with(15, Filter.Type.SCALE_FLOAT)
          .with(16, Filter.Type.XOR)
          .with(18, Filter.Type.WEBP)
          .with(19, Filter.Type.DELTA);

  private static final Codes<Filter.Type> COMPRESSORS =
      Codes.<Filter.Type>of("compressor")
          .with(1, Filter.Type.GZIP)
          .with(2, Filter.Type.ZSTD)
          .with(3, Filter.Type.LZ4)
          .with(4, Filter.Type.RLE)
          .with(5, Filter.Type.BZIP2)
          .with(6, Filter.Type.DOUBLE_DELTA)
          .with(7, Filter.Type.DICTIONARY)
          .with(8, Filter.Type.DELTA);
  private static final Codes<Filter.PixelFormat> PIXEL_FORMATS =
      Codes.byOrdinal("pixel format", Filter.PixelFormat.class);

  private FilterPipelineFormat() {}

  static FilterPipeline transfer(Wire wire, FilterPipeline pipeline) {
    int maxChunkSize = wire.i32("max_chunk_size", pipeline, FilterPipeline::maxChunkSize);
    List<Filter> filters =
        wire.list32("filters", FilterPipelineFormat::filter, pipeline, FilterPipeline::filters);
    return FilterPipeline.of(maxChunkSize, filters);
  }

  private static Filter filter(Wire wire, Filter filter) {
    Filter.Type type = wire.code("type", TYPES, filter, Filter::type);
    int length =
        wire.count32("options_length", filter, f -> optionsLength(f.type(), wire.version()));
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

  private static Filter options(Wire wire, Filter.Type type, Filter filter) {
    return switch (type) {
      case NONE -> Filter.none();
      case BITSHUFFLE -> Filter.bitShuffle();
      case BYTESHUFFLE -> Filter.byteShuffle();
      case AES_256_GCM -> Filter.aes256Gcm();
      case CHECKSUM_MD5 -> Filter.md5();
      case CHECKSUM_SHA256 -> Filter.sha256();
      case XOR -> Filter.xor();
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DICTIONARY, DOUBLE_DELTA, DELTA ->
          compression(wire, filter);
      case BIT_WIDTH_REDUCTION -> Filter.bitWidthReduction(window(wire, filter));
      case POSITIVE_DELTA -> Filter.positiveDelta(window(wire, filter));
      case SCALE_FLOAT -> scaleFloat(wire, filter);
      case WEBP -> webp(wire, filter);
    };
  }

  private static int window(Wire wire, Filter filter) {
    return wire.i32("max_window", filter, Filter::maxWindow);
  }

  private static Filter compression(Wire wire, Filter filter) {
    FormatVersion version = wire.version();
    Filter.Type compressor = wire.code("compressor", COMPRESSORS, filter, Filter::type);
    int level = wire.i32("level", filter, Filter::level);
    return switch (compressor) {
      case GZIP -> Filter.gzip(level);
      case ZSTD -> Filter.zstd(level);
      case LZ4 -> Filter.lz4().withLevel(level);
      case RLE -> Filter.rle().withLevel(level);
      case BZIP2 -> Filter.bzip2(level);
      case DICTIONARY -> Filter.dictionary().withLevel(level);
      case DOUBLE_DELTA ->
          Filter.doubleDelta(reinterpret(wire, version.reinterpretsInDoubleDelta(), filter))
              .withLevel(level);
      case DELTA ->
          Filter.delta(reinterpret(wire, version.reinterpretsInDelta(), filter)).withLevel(level);
      default -> throw new AssertionError(compressor + " is not a compression");
    };
  }

  private static Datatype reinterpret(Wire wire, boolean stored, Filter filter) {
    return stored
        ? wire.code("reinterpret", Codes.DATATYPES, filter, Filter::reinterpret)
        : wire.absent("reinterpret", Datatype.ANY, filter, Filter::reinterpret);
  }

  private static Filter scaleFloat(Wire wire, Filter filter) {
    double scale = wire.f64("scale", filter, Filter::scale);
    double offset = wire.f64("offset", filter, Filter::offset);
    long width = wire.i64("byte_width", filter, Filter::byteWidth);
    wire.check(
        width == 1 || width == 2 || width == 4 || width == 8,
        "byte_width",
        "%s is not one of 1, 2, 4 and 8",
        Long.toUnsignedString(width));
    return Filter.scaleFloat(scale, offset, width);
  }

  /**
   * Transfers the options of WEBP. They are stored like a C structure in memory, which ends with
   * two padding bytes.
   */
  private static Filter webp(Wire wire, Filter filter) {
    float quality = wire.f32("quality", filter, Filter::quality);
    Filter.PixelFormat format = wire.code("format", PIXEL_FORMATS, filter, Filter::pixelFormat);
    boolean lossless = wire.bool("lossless", filter, Filter::isLossless);
    int yExtent = wire.u16("y_extent", filter, Filter::yExtent);
    int xExtent = wire.u16("x_extent", filter, Filter::xExtent);
    wire.u16("padding", filter, f -> 0);
    return Filter.webp(quality, format, lossless, yExtent, xExtent);
  }

  private static int optionsLength(Filter.Type type, FormatVersion version) {
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
