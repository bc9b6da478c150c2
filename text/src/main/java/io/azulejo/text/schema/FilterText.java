package io.azulejo.text.schema;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.text.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Formats and parses filter pipelines in command-line options. Filter names are separated by
 * commas, each optionally followed by a blank and a level, as in {@code BYTESHUFFLE,ZSTD 5}. The
 * text {@code none} means no filters.
 */
public final class FilterText {
  private FilterText() {}

  /**
   * Parses a filter pipeline.
   *
   * @param error creates the exception for an invalid filter from the filter's text
   */
  public static FilterPipeline parse(
      String names, Function<String, InvalidRequestException> error) {
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
    return FilterPipeline.of(filters);
  }

  /** Parses a filter pipeline from a JSON list of filter objects, as in a JSON schema. */
  public static FilterPipeline ofJson(String list) throws IOException {
    String json = "{\"filters\":" + list + "}";
    return FilterJson.optional(
            JsonValue.read(
                    new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), Set.of())
                .members(),
            "filters")
        .orElse(FilterPipeline.EMPTY);
  }

  /** Returns the text of a filter pipeline. It contains levels but no other options. */
  public static String of(FilterPipeline pipeline) {
    return pipeline.isEmpty()
        ? "none"
        : String.join(",", pipeline.filters().stream().map(FilterText::name).toList());
  }

  /** Returns the name of a filter and its level, without a default level and without windows. */
  private static String name(Filter filter) {
    return filter.toString().replaceFirst(" (-1|window .*)$", "");
  }
}
