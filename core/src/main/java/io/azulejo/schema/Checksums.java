package io.azulejo.schema;

import java.util.ArrayList;
import java.util.List;

/** Adds checksum filters to the fields of a schema and finds fields without a checksum. */
final class Checksums {
  private Checksums() {}

  /**
   * Adds a checksum to every pipeline that has none. External labels, the dimensions of dense
   * arrays and dimensions without filters stay unchanged. Dense arrays do not store coordinates,
   * and dimensions without filters use the coordinate filters.
   *
   * @param target the builder of the same schema, which receives the changed filters
   */
  static void add(ArraySchema schema, Filter checksum, ArraySchema.Builder target) {
    List<Dimension> dimensions =
        schema.isDense()
            ? schema.dimensions()
            : schema.dimensions().stream().map(d -> with(d, checksum)).toList();
    List<Attribute> attributes =
        schema.attributes().stream()
            .map(a -> a.toBuilder().filters(a.filters().withChecksum(checksum)).build())
            .toList();
    target.replaced(dimensions, attributes, schema.enumerationFiles(), schema.enumerations());
    target.labels(
        schema.labels().stream()
            .map(l -> l.external() ? l : l.withFilters(l.filters().withChecksum(checksum)))
            .toList());
    if (!schema.isDense()) {
      target.coordsFilters(schema.coordsFilters().withChecksum(checksum));
    }
    target.offsetsFilters(schema.offsetsFilters().withChecksum(checksum));
    target.validityFilters(schema.validityFilters().withChecksum(checksum));
  }

  private static Dimension with(Dimension dimension, Filter checksum) {
    return dimension.filters().isEmpty()
        ? dimension
        : dimension.withFilters(dimension.filters().withChecksum(checksum));
  }

  /**
   * Returns the names of the fields that are stored without a checksum, in the order that {@link
   * ArraySchema#fieldsWithoutChecksum} documents.
   */
  static List<String> missing(ArraySchema schema) {
    List<String> missing = new ArrayList<>();
    boolean variable = schema.attributes().stream().anyMatch(Attribute::isVar);
    if (!schema.isDense()) {
      for (Dimension dimension : schema.dimensions()) {
        FilterPipeline own = dimension.filters();
        if (!(own.isEmpty() ? schema.coordsFilters() : own).hasChecksum()) {
          missing.add(dimension.name());
        }
        variable |= dimension.cellValNum() == Attribute.VAR;
      }
    }
    schema.attributes().stream()
        .filter(attribute -> !attribute.filters().hasChecksum())
        .forEach(attribute -> missing.add(attribute.name()));
    if (variable && !schema.offsetsFilters().hasChecksum()) {
      missing.add("offsets");
    }
    if (schema.attributes().stream().anyMatch(Attribute::nullable)
        && !schema.validityFilters().hasChecksum()) {
      missing.add("validity");
    }
    return missing;
  }
}
