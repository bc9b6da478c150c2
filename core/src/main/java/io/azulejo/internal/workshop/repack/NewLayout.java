package io.azulejo.internal.workshop.repack;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.maintain.CoordinateRanges;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Derives a schema with another layout from an array's schema. */
public final class NewLayout {
  private final ArraySchema schema;
  private final RepackRequest request;

  private NewLayout(ArraySchema schema, RepackRequest request) {
    this.schema = schema;
    this.request = request;
  }

  /**
   * Returns the array's schema, including its enumerations, with the requested layout.
   *
   * @throws InvalidRequestException if the request does not match the array, or if the layout is
   *     invalid
   */
  public static ArraySchema of(Snapshot array, RepackRequest request) {
    return new NewLayout(array.schema().schema(), request).apply(array);
  }

  private ArraySchema apply(Snapshot array) {
    check();
    ArraySchema.Builder made =
        (schema.isDense() ? ArraySchema.dense() : ArraySchema.sparse())
            .allowsDuplicates(schema.allowsDuplicates())
            .tileOrder(request.tileOrder().orElse(schema.tileOrder()))
            .cellOrder(request.cellOrder().orElse(schema.cellOrder()))
            .capacity(request.capacity().orElse(schema.capacity()))
            .coordsFilters(request.coordsFilters().orElse(schema.coordsFilters()))
            .offsetsFilters(request.offsetsFilters().orElse(schema.offsetsFilters()))
            .validityFilters(request.validityFilters().orElse(schema.validityFilters()))
            .currentDomain(schema.currentDomain().map(this::currentDomain).orElse(null));
    schema.dimensions().forEach(dimension -> made.dimension(dimension(dimension)));
    for (Attribute attribute : schema.attributes()) {
      FilterPipeline filters = request.filters().get(attribute.name());
      made.attribute(filters == null ? attribute : attribute.toBuilder().filters(filters).build());
    }
    schema.labels().forEach(made::label);
    schema.enumerationFiles().keySet().forEach(name -> made.enumeration(array.enumeration(name)));
    request.checksum().ifPresent(made::checksum);
    return made.build();
  }

  private Dimension dimension(Dimension dimension) {
    return Dimension.asStored(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        request.filters().getOrDefault(dimension.name(), dimension.filters()),
        domain(dimension),
        Optional.<Number>ofNullable(request.extents().get(dimension.name()))
            .or(() -> dimension.extent().filter(extent -> isWithin(extent, dimension))));
  }

  private Optional<Range> domain(Dimension dimension) {
    return Optional.ofNullable(request.domains().get(dimension.name())).or(dimension::domain);
  }

  /** Returns whether an extent fits in the new domain; true if the domain does not change. */
  private boolean isWithin(Number extent, Dimension dimension) {
    Range domain = request.domains().get(dimension.name());
    if (domain instanceof Range.Longs integers) {
      long length = integers.high() - integers.low() + 1; // unsigned; 0 stands for 2^64
      return Long.compareUnsigned(extent.longValue() - 1, length - 1) <= 0;
    }
    return !(domain instanceof Range.Doubles numbers)
        || extent.doubleValue() <= numbers.high() - numbers.low();
  }

  /**
   * Intersects the current domain with the new domain. Along dimensions where the two are disjoint,
   * uses the new domain.
   */
  private NDRange currentDomain(NDRange before) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < before.size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      Range domain = request.domains().get(dimension.name());
      ranges.add(
          domain == null
              ? before.get(d)
              : CoordinateRanges.common(dimension.type(), before.get(d), domain).orElse(domain));
    }
    return new NDRange(ranges);
  }

  private void check() {
    List<String> dimensions = schema.dimensions().stream().map(Dimension::name).toList();
    List<String> attributes = schema.attributes().stream().map(Attribute::name).toList();
    for (String name : request.extents().keySet()) {
      require(
          dimensions.contains(name),
          "cannot set an extent of dimension \"%s\": it does not exist; %s%s"
              .formatted(name, Suggestion.valid(dimensions), Suggestion.hint(name, dimensions)));
    }
    for (String name : request.domains().keySet()) {
      require(
          dimensions.contains(name),
          "cannot set a domain of dimension \"%s\": it does not exist; %s%s"
              .formatted(name, Suggestion.valid(dimensions), Suggestion.hint(name, dimensions)));
    }
    for (String name : request.filters().keySet()) {
      require(
          !schema.isDense() || !dimensions.contains(name),
          "dimension \"%s\" of a dense array is not stored and has no filters; filters apply to its attributes %s"
              .formatted(name, quoted(attributes)));
      List<String> stored =
          schema.isDense()
              ? attributes
              : Stream.concat(dimensions.stream(), attributes.stream()).toList();
      require(
          stored.contains(name),
          "cannot set filters of field \"%s\": it does not exist; %s%s"
              .formatted(name, Suggestion.valid(stored), Suggestion.hint(name, stored)));
    }
    require(
        !schema.isDense() || request.capacity().isEmpty(),
        "only sparse arrays have a capacity; set the extents of a dense array instead");
    require(
        !schema.isDense() || request.coordsFilters().isEmpty(),
        "the coordinates of a dense array are not stored; omit their filters");
  }

  private static List<String> quoted(List<String> names) {
    return names.stream().map(name -> '"' + name + '"').toList();
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new InvalidRequestException(message);
    }
  }
}
