package io.azulejo.internal.maintain.repack;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.NameList;
import io.azulejo.internal.runtime.Suggestion;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the schema of an array with another layout. */
public final class NewLayout {
  private final ArraySchema schema;
  private final RepackRequest request;

  private NewLayout(ArraySchema schema, RepackRequest request) {
    this.schema = schema;
    this.request = request;
  }

  /**
   * The schema of an array with the layout of a request, with the values of its enumerations.
   *
   * @throws InvalidRequestException if the request does not fit the array, or the layout is invalid
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
            .currentDomain(schema.currentDomain().orElse(null));
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
    return new Dimension(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        request.filters().getOrDefault(dimension.name(), dimension.filters()),
        dimension.domain(),
        Optional.<Number>ofNullable(request.extents().get(dimension.name())).or(dimension::extent));
  }

  private void check() {
    List<String> dimensions = schema.dimensions().stream().map(Dimension::name).toList();
    List<String> attributes = schema.attributes().stream().map(Attribute::name).toList();
    for (String name : request.extents().keySet()) {
      require(
          dimensions.contains(name),
          "no dimension \"%s\" to give an extent: %s%s"
              .formatted(name, NameList.thereAre(dimensions), Suggestion.hint(name, dimensions)));
    }
    for (String name : request.filters().keySet()) {
      require(
          !schema.isDense() || !dimensions.contains(name),
          "dimension \"%s\" of a dense array is not stored: filters are for its attributes %s"
              .formatted(name, quoted(attributes)));
      List<String> stored =
          schema.isDense()
              ? attributes
              : Stream.concat(dimensions.stream(), attributes.stream()).toList();
      require(
          stored.contains(name),
          "no field \"%s\" to give filters: %s%s"
              .formatted(name, NameList.thereAre(stored), Suggestion.hint(name, stored)));
    }
    require(
        !schema.isDense() || request.capacity().isEmpty(),
        "a capacity is for sparse arrays: the tiles of a dense one are as large as its extents say");
    require(
        !schema.isDense() || request.coordsFilters().isEmpty(),
        "the coordinates of a dense array are not stored: leave their filters out");
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
