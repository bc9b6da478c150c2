package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats the filter lists in table properties. It accepts {@code zstd 5, byteshuffle}
 * and TileDB-Spark's form {@code (zstd, 5), (byteshuffle, )}. The name {@code none} stands for an
 * empty list. Names are case-insensitive.
 */
final class FilterList {
  private static final int DEFAULT_LEVEL = -1;
  private static final Pattern PAIR = Pattern.compile("\\(([^()]*)\\)\\s*(?:,|$)\\s*");
  private static final Map<String, IntFunction<Filter>> FILTERS =
      Map.ofEntries(
          Map.entry("gzip", Filter::gzip),
          Map.entry("zstd", level -> Filter.zstd(level < 0 ? 3 : level)),
          Map.entry("lz4", Filter.lz4()::withLevel),
          Map.entry("rle", Filter.rle()::withLevel),
          Map.entry("bzip2", Filter::bzip2),
          Map.entry("dictionary", Filter.dictionary()::withLevel),
          Map.entry("double_delta", level -> Filter.doubleDelta().withLevel(level)),
          Map.entry("delta", level -> Filter.delta().withLevel(level)),
          Map.entry("bit_width_reduction", n -> Filter.bitWidthReduction(n < 0 ? 256 : n)),
          Map.entry("positive_delta", n -> Filter.positiveDelta(n < 0 ? 1024 : n)),
          Map.entry("bitshuffle", level -> Filter.bitShuffle()),
          Map.entry("byteshuffle", level -> Filter.byteShuffle()),
          Map.entry("xor", level -> Filter.xor()),
          Map.entry("checksum_md5", level -> Filter.md5()),
          Map.entry("checksum_sha256", level -> Filter.sha256()));

  private FilterList() {}

  /**
   * Parses the value of a property.
   *
   * @param property the name of the property, for error messages
   * @param text the filter list
   * @throws InvalidRequestException if a filter is unknown or its level is not a number
   */
  static Filter[] parse(String property, String text) {
    List<Filter> filters = new ArrayList<>();
    for (List<String> tokens : entries(property, text)) {
      String name = tokens.get(0).toLowerCase(Locale.ROOT);
      if (name.equals("none") || name.equals("noop")) {
        continue;
      }
      filters.add(filter(property, name, tokens.subList(1, tokens.size())));
    }
    return filters.toArray(Filter[]::new);
  }

  /**
   * Formats a filter in the syntax of {@link #parse}. WEBP and encryption filters are formatted as
   * their names only.
   */
  static String text(Filter filter) {
    String name = filter.type().name().toLowerCase(Locale.ROOT);
    return switch (filter.type()) {
      case SCALE_FLOAT ->
          "%s %s %s %d".formatted(name, filter.scale(), filter.offset(), filter.byteWidth());
      case BIT_WIDTH_REDUCTION, POSITIVE_DELTA -> numbered(name, filter.maxWindow());
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DICTIONARY, DOUBLE_DELTA, DELTA ->
          numbered(name, filter.level());
      default -> name;
    };
  }

  private static String numbered(String name, int number) {
    return number < 0 ? name : name + " " + number;
  }

  /** Splits the text into entries. Each entry consists of a filter name and its numbers. */
  private static List<List<String>> entries(String property, String text) {
    List<List<String>> entries = new ArrayList<>();
    if (text.startsWith("(")) {
      Matcher pair = PAIR.matcher(text);
      int end = 0;
      for (; pair.find() && pair.start() == end; end = pair.end()) {
        entries.add(tokens(pair.group(1).split(",")));
      }
      if (end != text.length()) {
        throw wrong(property, text);
      }
    } else {
      for (String each : text.split(",")) {
        entries.add(tokens(each.strip().split("[ =:]+")));
      }
    }
    if (entries.stream().anyMatch(List::isEmpty)) {
      throw wrong(property, text);
    }
    return entries;
  }

  private static List<String> tokens(String[] parts) {
    return Arrays.stream(parts).map(String::strip).filter(part -> !part.isEmpty()).toList();
  }

  private static Filter filter(String property, String name, List<String> numbers) {
    try {
      if (name.equals("scale_float") && numbers.size() == 3) {
        return Filter.scaleFloat(
            Double.parseDouble(numbers.get(0)),
            Double.parseDouble(numbers.get(1)),
            Long.parseLong(numbers.get(2)));
      }
      IntFunction<Filter> known = FILTERS.get(name);
      if (known != null && numbers.size() <= 1) {
        return known.apply(numbers.isEmpty() ? DEFAULT_LEVEL : Integer.parseInt(numbers.get(0)));
      }
    } catch (IllegalArgumentException e) {
      throw wrong(property, name + " " + String.join(" ", numbers));
    }
    throw wrong(property, name + " " + String.join(" ", numbers));
  }

  private static InvalidRequestException wrong(String property, String text) {
    return new InvalidRequestException(
        ("%s: \"%s\" is not a list of filters; use names separated by commas, each with an "
                + "optional level, such as \"byteshuffle, zstd 5\" (valid: %s, scale_float SCALE OFFSET "
                + "BYTES and none)")
            .formatted(
                property,
                text.strip(),
                String.join(", ", FILTERS.keySet().stream().sorted().toList())));
  }
}
