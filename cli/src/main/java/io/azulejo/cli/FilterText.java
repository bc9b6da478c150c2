package io.azulejo.cli;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Filters on the command line: their names with commas, each with a level after a blank if it has
 * one, as in {@code BYTESHUFFLE,ZSTD 5}; {@code none} for no filters.
 */
final class FilterText {
  private FilterText() {}

  /**
   * The filters of a text.
   *
   * @param error what to throw of the one that is no filter
   */
  static FilterPipeline parse(String names, Function<String, InvalidRequestException> error) {
    List<Filter> filters = new ArrayList<>();
    if (names.strip().equalsIgnoreCase("none")) {
      return FilterPipeline.EMPTY;
    }
    for (String each : names.split(",")) {
      String[] parts = each.strip().split("[ =]+", 2);
      String level = parts.length == 2 ? ",\"level\":" + parts[1].strip() : "";
      String type = parts[0].toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "?");
      try {
        filters.addAll(ofJson("[{\"type\":\"%s\"%s}]".formatted(type, level)).filters());
      } catch (IOException | InvalidRequestException e) {
        throw error.apply(each);
      }
    }
    return new FilterPipeline(FilterPipeline.DEFAULT_MAX_CHUNK_SIZE, filters);
  }

  /** The filters of a list of objects, as in a schema in JSON. */
  static FilterPipeline ofJson(String list) throws IOException {
    String json = "{\"filters\":" + list + "}";
    return FilterJson.optional(
            JsonValue.read(
                    new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), Set.of())
                .members(),
            "filters")
        .orElse(FilterPipeline.EMPTY);
  }

  /** A text of filters, with no other options than levels. */
  static String of(FilterPipeline pipeline) {
    return pipeline.isEmpty()
        ? "none"
        : String.join(",", pipeline.filters().stream().map(FilterText::name).toList());
  }

  private static String name(Filter filter) {
    if (filter instanceof Filter.Zstd zstd) {
      return "ZSTD" + level(zstd.level());
    } else if (filter instanceof Filter.Gzip gzip) {
      return "GZIP" + level(gzip.level());
    } else if (filter instanceof Filter.Bzip2 bzip2) {
      return "BZIP2" + level(bzip2.level());
    } else if (filter instanceof Filter.Lz4) {
      return "LZ4";
    } else if (filter instanceof Filter.Rle) {
      return "RLE";
    } else if (filter instanceof Filter.Dictionary) {
      return "DICTIONARY_ENCODING";
    } else if (filter instanceof Filter.Delta delta && delta.reinterpret() == Datatype.ANY) {
      return "DELTA";
    } else if (filter instanceof Filter.DoubleDelta delta && delta.reinterpret() == Datatype.ANY) {
      return "DOUBLE_DELTA";
    } else if (filter instanceof Filter.BitWidthReduction) {
      return "BIT_WIDTH_REDUCTION";
    } else if (filter instanceof Filter.PositiveDelta) {
      return "POSITIVE_DELTA";
    } else if (filter instanceof Filter.ByteShuffle) {
      return "BYTESHUFFLE";
    } else if (filter instanceof Filter.BitShuffle) {
      return "BITSHUFFLE";
    } else if (filter instanceof Filter.ChecksumMd5) {
      return "CHECKSUM_MD5";
    } else if (filter instanceof Filter.ChecksumSha256) {
      return "CHECKSUM_SHA256";
    }
    return filter instanceof Filter.Xor ? "XOR" : filter.toString();
  }

  private static String level(int level) {
    return level == -1 ? "" : " " + level;
  }
}
