package io.azulejo.text.schema;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.text.json.JsonMembers;
import io.azulejo.text.json.JsonValue;
import io.azulejo.text.value.ParsedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses filter lists from JSON. Each filter is an object with a {@code type} and the filter's
 * options.
 */
final class FilterJson {
  private static final int DEFAULT_LEVEL = -1;
  private static final int DEFAULT_REDUCTION_WINDOW = 256;
  private static final int DEFAULT_DELTA_WINDOW = 1024;
  private static final int DEFAULT_BYTE_WIDTH = 8;
  private static final float DEFAULT_QUALITY = 100;

  private FilterJson() {}

  /**
   * Parses the filter list of a key and the chunk size next to it.
   *
   * @param key key of the list; the key of the chunk size is {@code key} with {@code
   *     _max_chunk_size}
   * @return empty if the list is absent and the chunk size is the default
   */
  static Optional<FilterPipeline> optional(JsonMembers members, String key) {
    Optional<JsonValue> list = members.optional(key);
    int chunk =
        members
            .optional(key + "_max_chunk_size")
            .map(JsonValue::uint32)
            .orElse(FilterPipeline.DEFAULT_MAX_CHUNK_SIZE);
    if (list.isEmpty()) {
      return chunk == FilterPipeline.DEFAULT_MAX_CHUNK_SIZE
          ? Optional.empty()
          : Optional.of(FilterPipeline.of(chunk, List.of()));
    }
    List<Filter> filters = new ArrayList<>();
    for (JsonValue value : list.get().elements()) {
      JsonMembers options = value.members();
      filters.add(filter(options));
      options.end();
    }
    return Optional.of(FilterPipeline.of(chunk, filters));
  }

  private static Filter filter(JsonMembers options) {
    JsonValue type = options.required("type");
    return switch (type.text()) {
      case "NONE" -> Filter.none();
      case "GZIP" -> Filter.gzip(level(options));
      case "ZSTD" -> Filter.zstd(level(options));
      case "LZ4" -> Filter.lz4().withLevel(level(options));
      case "RLE" -> Filter.rle().withLevel(level(options));
      case "BZIP2" -> Filter.bzip2(level(options));
      case "DOUBLE_DELTA" -> Filter.doubleDelta(reinterpret(options)).withLevel(level(options));
      case "DELTA" -> Filter.delta(reinterpret(options)).withLevel(level(options));
      case "DICTIONARY_ENCODING" -> Filter.dictionary().withLevel(level(options));
      case "BIT_WIDTH_REDUCTION" ->
          Filter.bitWidthReduction(window(options, DEFAULT_REDUCTION_WINDOW));
      case "POSITIVE_DELTA" -> Filter.positiveDelta(window(options, DEFAULT_DELTA_WINDOW));
      case "BITSHUFFLE" -> Filter.bitShuffle();
      case "BYTESHUFFLE" -> Filter.byteShuffle();
      case "XOR" -> Filter.xor();
      case "SCALE_FLOAT" -> scaleFloat(options);
      case "CHECKSUM_MD5" -> Filter.md5();
      case "CHECKSUM_SHA256" -> Filter.sha256();
      case "WEBP" -> webp(options);
      default ->
          throw type.error(
              "\"%s\" is not one of NONE, GZIP, ZSTD, LZ4, RLE, BZIP2, DOUBLE_DELTA, DELTA,"
                      .formatted(type.text())
                  + " DICTIONARY_ENCODING, BIT_WIDTH_REDUCTION, POSITIVE_DELTA, BITSHUFFLE,"
                  + " BYTESHUFFLE, XOR, SCALE_FLOAT, CHECKSUM_MD5, CHECKSUM_SHA256, WEBP");
    };
  }

  private static int level(JsonMembers options) {
    return options.optional("level").map(JsonValue::int32).orElse(DEFAULT_LEVEL);
  }

  private static Datatype reinterpret(JsonMembers options) {
    return options
        .optional("reinterpret")
        .map(value -> value.constant(Datatype.class))
        .orElse(Datatype.ANY);
  }

  private static int window(JsonMembers options, int otherwise) {
    return options.optional("max_window").map(JsonValue::uint32).orElse(otherwise);
  }

  private static Filter scaleFloat(JsonMembers options) {
    return Filter.scaleFloat(
        floatingPoint(options, "scale", Datatype.FLOAT64, 1),
        floatingPoint(options, "offset", Datatype.FLOAT64, 0),
        options.optional("byte_width").map(JsonValue::uint64).orElse((long) DEFAULT_BYTE_WIDTH));
  }

  private static Filter webp(JsonMembers options) {
    return Filter.webp(
        (float) floatingPoint(options, "quality", Datatype.FLOAT32, DEFAULT_QUALITY),
        options
            .optional("format")
            .map(value -> value.constant(Filter.PixelFormat.class))
            .orElse(Filter.PixelFormat.NONE),
        options.flag("lossless"),
        options.optional("y_extent").map(JsonValue::uint32).orElse(0),
        options.optional("x_extent").map(JsonValue::uint32).orElse(0));
  }

  private static double floatingPoint(
      JsonMembers options, String key, Datatype type, double otherwise) {
    Optional<JsonValue> value = options.optional(key);
    return value.isEmpty()
        ? otherwise
        : value.get().parsed(text -> ParsedValue.floatingPoint(type, text));
  }
}
