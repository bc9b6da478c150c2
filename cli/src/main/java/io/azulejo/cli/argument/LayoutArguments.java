package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.schema.FilterText;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the tiles, filters and orders of the array that {@code repack} creates. */
public final class LayoutArguments {
  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--capacity",
      paramLabel = "CELLS",
      description = "cells per tile of a sparse array")
  private Long capacity;

  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--extent",
      paramLabel = "DIM=N",
      description = {
        "tile length along a dimension (repeatable)",
        "For datetimes and times, N can be a duration, such as P7D or PT1H."
      })
  private List<String> extents = List.of();

  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--domain",
      paramLabel = "DIM=LO..HI",
      description = {
        "new domain of a dimension (repeatable)",
        "LO is the lowest coordinate, HI the highest. The domain must contain all cells."
      })
  private List<String> domains = List.of();

  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--filters",
      paramLabel = "FIELD=LIST",
      description = {
        "filters of a field, e.g. 'a=BYTESHUFFLE,ZSTD 9' (repeatable)",
        "FIELD is an attribute, a dimension of a sparse array, or coordinates, offsets or"
            + " validity (unless a field has that name). LIST is none, a JSON list as in a schema,"
            + " or filter names separated by commas, each with an optional level after a blank."
      })
  private List<String> filters = List.of();

  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = {
        "cell order: row-major, col-major, hilbert",
        "The order of cells within tiles. hilbert is for sparse arrays only."
      })
  private String order;

  @HelpEntry(Section.LAYOUT)
  @Option(
      names = "--tile-order",
      paramLabel = "ORDER",
      description = "tile order: row-major or col-major")
  private String tileOrder;

  /**
   * Returns the request for repacking an array.
   *
   * @param schema the schema of the existing array, whose names the options use
   * @throws InvalidRequestException if an option's value is invalid
   */
  public RepackRequest request(ArraySchema schema) throws IOException {
    RepackRequest request = RepackRequest.DEFAULT;
    if (capacity != null) {
      if (capacity < 1) {
        throw new InvalidRequestException("--capacity " + capacity + ": must be at least 1");
      }
      request = request.capacity(capacity);
    }
    for (String text : extents) {
      request = withExtent(request, schema, text);
    }
    Map<String, List<Range>> wanted =
        RangeParser.unbounded(schema, wholeDomain(schema), "--domain").subarray(domains).ranges();
    for (Map.Entry<String, List<Range>> domain : wanted.entrySet()) {
      request = withDomain(request, schema, domain.getKey(), domain.getValue());
    }
    for (String text : filters) {
      request = withFilters(request, schema, text);
    }
    if (order != null) {
      request = request.cellOrder(order(order, "--order"));
    }
    if (tileOrder != null) {
      request = request.tileOrder(order(tileOrder, "--tile-order"));
    }
    return request;
  }

  private static RepackRequest withExtent(RepackRequest request, ArraySchema schema, String text) {
    OptionScanner scanner = OptionScanner.of(text, "--extent");
    String name = scanner.next("=").text();
    if (!scanner.accept("=")) {
      throw scanner.error(
          "expected DIM=N, such as "
              + QuotedText.ofName(schema.dimensions().get(0).name())
              + "=100");
    }
    String length = scanner.next("").text();
    List<String> names = schema.dimensions().stream().map(Dimension::name).toList();
    Dimension dimension =
        schema
            .dimension(name)
            .orElseThrow(
                () ->
                    scanner.error(
                        "unknown dimension %s; valid: %s%s"
                            .formatted(
                                QuotedText.ofName(name),
                                String.join(", ", names.stream().map(QuotedText::ofName).toList()),
                                Suggestion.hint(name, names))));
    try {
      return request.extent(name, length(dimension, length));
    } catch (IllegalArgumentException | InvalidRequestException e) {
      throw scanner.error(
          "\"%s\" is not a valid tile length for a dimension of %s"
              .formatted(length, dimension.type()));
    }
  }

  /**
   * Returns the ranges whose ends replace omitted ends. The result is empty if a dimension has no
   * domain.
   */
  private static Optional<NDRange> wholeDomain(ArraySchema schema) {
    List<Range> domains =
        schema.dimensions().stream().map(Dimension::domain).flatMap(Optional::stream).toList();
    return domains.size() == schema.dimensions().size()
        ? Optional.of(new NDRange(domains))
        : Optional.empty();
  }

  private static RepackRequest withDomain(
      RepackRequest request, ArraySchema schema, String name, List<Range> ranges) {
    Optional<Dimension> dimension = schema.dimension(name);
    boolean number = dimension.isPresent() && dimension.get().domain().isPresent();
    Range range = ranges.get(0);
    boolean closed = range instanceof Range.Longs || range instanceof Range.Doubles;
    if (!number || ranges.size() > 1 || !closed) {
      throw new InvalidRequestException(
          "--domain %s: %s"
              .formatted(
                  QuotedText.ofName(name),
                  dimension.isEmpty()
                      ? "a label has the domain of its dimension; use the dimension"
                      : number
                          ? "expected one range, LO..HI"
                          : "string dimensions have no domain; omit the option"));
    }
    return request.domain(name, range);
  }

  private static Number length(Dimension dimension, String text) {
    if (text.startsWith("P")) {
      return Dimension.builder("", dimension.type()).extent(text).build().extent().orElseThrow();
    }
    return dimension.type().isFloatingPoint()
        ? (Number) Double.valueOf(text)
        : (Number) Long.parseUnsignedLong(text);
  }

  private static RepackRequest withFilters(RepackRequest request, ArraySchema schema, String text)
      throws IOException {
    OptionScanner scanner = OptionScanner.of(text, "--filters");
    String name = scanner.next("=").text();
    if (!scanner.accept("=")) {
      throw scanner.error("expected FIELD=LIST, such as a=BYTESHUFFLE,ZSTD");
    }
    // Takes the rest unchanged, because a JSON list contains quotes of its own.
    String list = scanner.rest();
    FilterPipeline pipeline =
        list.startsWith("[")
            ? FilterText.ofJson(list)
            : FilterText.parse(
                list,
                each ->
                    scanner.error(
                        "unknown filter \""
                            + each
                            + "\"; expected a filter such as ZSTD or ZSTD 5"));
    boolean field = schema.dimension(name).isPresent() || schema.attribute(name).isPresent();
    return switch (field ? "" : name) {
      case "coordinates" -> request.coordsFilters(pipeline);
      case "offsets" -> request.offsetsFilters(pipeline);
      case "validity" -> request.validityFilters(pipeline);
      default -> request.filters(name, pipeline);
    };
  }

  private static Layout order(String text, String option) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "row-major" -> Layout.ROW_MAJOR;
      case "col-major" -> Layout.COL_MAJOR;
      case "hilbert" -> Layout.HILBERT;
      default ->
          throw new InvalidRequestException(
              "%s %s: expected row-major%s"
                  .formatted(
                      option,
                      text,
                      option.equals("--order") ? ", col-major or hilbert" : " or col-major"));
    };
  }
}
