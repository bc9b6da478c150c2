package io.azulejo.schema;

import java.util.ArrayList;
import java.util.List;

/** Where the fields of an array have checksums, and where there could be some. */
final class Checksums {
  private Checksums() {}

  /**
   * Adds a checksum to all filters of a schema that have none. The coordinates of a dense array are
   * not stored, and a dimension without filters of its own has those of the coordinates.
   *
   * @param target gets the filters; has all else of the schema already
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

  /** The names of what is stored without a checksum. */
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
