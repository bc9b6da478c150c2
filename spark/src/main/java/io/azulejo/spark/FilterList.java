package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Filters as texts of properties: {@code zstd 5, byteshuffle}, or as TileDB-Spark has them, {@code
 * (zstd, 5), (byteshuffle, )}; {@code none} for no filters. Names do not depend on case.
 */
final class FilterList {
  private static final int USUAL = -1;
  private static final Pattern PAIR = Pattern.compile("\\(([^()]*)\\)\\s*(?:,|$)\\s*");
  private static final Map<String, IntFunction<Filter>> FILTERS =
      Map.ofEntries(
          Map.entry("gzip", Filter.Gzip::new),
          Map.entry("zstd", level -> new Filter.Zstd(level < 0 ? 3 : level)),
          Map.entry("lz4", Filter.Lz4::new),
          Map.entry("rle", Filter.Rle::new),
          Map.entry("bzip2", Filter.Bzip2::new),
          Map.entry("dictionary", Filter.Dictionary::new),
          Map.entry("double_delta", level -> new Filter.DoubleDelta(level, Datatype.ANY)),
          Map.entry("delta", level -> new Filter.Delta(level, Datatype.ANY)),
          Map.entry("bit_width_reduction", n -> new Filter.BitWidthReduction(n < 0 ? 256 : n)),
          Map.entry("positive_delta", n -> new Filter.PositiveDelta(n < 0 ? 1024 : n)),
          Map.entry("bitshuffle", level -> new Filter.BitShuffle()),
          Map.entry("byteshuffle", level -> new Filter.ByteShuffle()),
          Map.entry("xor", level -> new Filter.Xor()),
          Map.entry("checksum_md5", level -> new Filter.ChecksumMd5()),
          Map.entry("checksum_sha256", level -> new Filter.ChecksumSha256()));

  private FilterList() {}

  /**
   * The filters that the value of a property names.
   *
   * @throws InvalidRequestException if one is not known, or its number is none
   */
  static Filter[] parse(String property, String text) {
    List<Filter> filters = new ArrayList<>();
    for (List<String> words : entries(property, text)) {
      String name = words.get(0).toLowerCase(Locale.ROOT);
      if (name.equals("none") || name.equals("noop")) {
        continue;
      }
      filters.add(filter(property, name, words.subList(1, words.size())));
    }
    return filters.toArray(Filter[]::new);
  }

  /** Returns a filter as {@link #parse} understands it; of WEBP and encryption the name alone. */
  static String text(Filter filter) {
    if (filter instanceof Filter.ScaleFloat scale) {
      return "scale_float %s %s %d".formatted(scale.scale(), scale.offset(), scale.byteWidth());
    }
    String name =
        filter
            .getClass()
            .getSimpleName()
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
            .toLowerCase(Locale.ROOT);
    String known = name.replaceAll("^(bit|byte)_shuffle$", "$1shuffle");
    return number(filter)
        .filter(number -> number >= 0)
        .map(number -> known + " " + number)
        .orElse(known);
  }

  private static Optional<Integer> number(Filter filter) {
    return Optional.ofNullable(
        filter instanceof Filter.BitWidthReduction reduction
            ? (Integer) reduction.maxWindow()
            : filter instanceof Filter.PositiveDelta delta
                ? (Integer) delta.maxWindow()
                : filter instanceof Filter.Compression compression ? compression.level() : null);
  }

  /** Each filter's name and numbers. */
  private static List<List<String>> entries(String property, String text) {
    List<List<String>> entries = new ArrayList<>();
    if (text.startsWith("(")) {
      Matcher pair = PAIR.matcher(text);
      int end = 0;
      for (; pair.find() && pair.start() == end; end = pair.end()) {
        entries.add(words(pair.group(1).split(",")));
      }
      if (end != text.length()) {
        throw wrong(property, text);
      }
    } else {
      for (String each : text.split(",")) {
        entries.add(words(each.strip().split("[ =:]+")));
      }
    }
    if (entries.stream().anyMatch(List::isEmpty)) {
      throw wrong(property, text);
    }
    return entries;
  }

  private static List<String> words(String[] parts) {
    return Arrays.stream(parts).map(String::strip).filter(part -> !part.isEmpty()).toList();
  }

  private static Filter filter(String property, String name, List<String> numbers) {
    try {
      if (name.equals("scale_float") && numbers.size() == 3) {
        return new Filter.ScaleFloat(
            Double.parseDouble(numbers.get(0)),
            Double.parseDouble(numbers.get(1)),
            Long.parseLong(numbers.get(2)));
      }
      IntFunction<Filter> known = FILTERS.get(name);
      if (known != null && numbers.size() <= 1) {
        return known.apply(numbers.isEmpty() ? USUAL : Integer.parseInt(numbers.get(0)));
      }
    } catch (IllegalArgumentException e) {
      throw wrong(property, name + " " + String.join(" ", numbers));
    }
    throw wrong(property, name + " " + String.join(" ", numbers));
  }

  private static InvalidRequestException wrong(String property, String text) {
    return new InvalidRequestException(
        ("%s: \"%s\" is no list of filters: give names with commas, each with its level if it has"
                + " one, as \"byteshuffle, zstd 5\"; there are %s, scale_float SCALE OFFSET BYTES and"
                + " none")
            .formatted(
                property,
                text.strip(),
                String.join(", ", FILTERS.keySet().stream().sorted().toList())));
  }
}
