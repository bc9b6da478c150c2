package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validation rules for the schemas of new arrays. */
final class SchemaRules {
  private static final int MAX_HILBERT_DIMENSIONS = 16;

  /** Field names reserved for the engine. */
  private static final Set<String> SPECIAL_FIELDS =
      Set.of("__coords", "__timestamps", "__delete_timestamps", "__delete_condition_index");

  private SchemaRules() {}

  /** Checks the orders and the dimensions. Called before missing tile extents are filled in. */
  static void checkDimensions(ArraySchema schema) {
    require(!schema.dimensions().isEmpty(), "the array has no dimensions; add at least one");
    checkOrders(schema);
    for (Dimension dimension : schema.dimensions()) {
      DimensionRules.check(dimension, schema.isDense());
    }
  }

  /** Checks all remaining rules on a schema whose tile extents are filled in. */
  static void check(ArraySchema schema) {
    if (schema.isDense()) {
      checkDense(schema);
    } else {
      checkCapacity(schema);
    }
    checkNames(schema);
    checkFilters(schema);
    schema.attributes().forEach(attribute -> AttributeRules.check(schema, attribute));
    checkEnumerations(schema);
    schema.labels().forEach(label -> LabelRules.check(schema, label));
    checkPlaces(schema.labels());
    schema.currentDomain().ifPresent(box -> CurrentDomainRules.check(schema.dimensions(), box));
  }

  private static void checkOrders(ArraySchema schema) {
    require(
        isByDimensions(schema.tileOrder()),
        "%s is not a tile order; use ROW_MAJOR or COL_MAJOR",
        schema.tileOrder());
    Layout order = schema.cellOrder();
    require(
        isByDimensions(order) || (order == Layout.HILBERT && !schema.isDense()),
        "%s is not a cell order of a %s array; use %s",
        order,
        schema.isDense() ? "dense" : "sparse",
        schema.isDense() ? "ROW_MAJOR or COL_MAJOR" : "ROW_MAJOR, COL_MAJOR or HILBERT");
    require(
        order != Layout.HILBERT || schema.dimensions().size() <= MAX_HILBERT_DIMENSIONS,
        "the array has %d dimensions, but Hilbert order supports at most %d; use another"
            + " cell order",
        schema.dimensions().size(),
        MAX_HILBERT_DIMENSIONS);
  }

  private static boolean isByDimensions(Layout order) {
    return order == Layout.ROW_MAJOR || order == Layout.COL_MAJOR;
  }

  private static void checkDense(ArraySchema schema) {
    require(
        !schema.attributes().isEmpty(),
        "a dense array needs an attribute; add at least one, or make it sparse");
    require(
        !schema.allowsDuplicates(),
        "a dense array cannot have several cells at the same coordinates; do not allow"
            + " duplicates, or make it sparse");
    Dimension first = schema.dimensions().get(0);
    long cells = 1;
    for (Dimension dimension : schema.dimensions()) {
      require(
          dimension.type() == first.type(),
          "dimension \"%s\" has type %s, but \"%s\" has %s; all dimensions of a dense"
              + " array must have the same type",
          first.name(),
          first.type(),
          dimension.name(),
          dimension.type());
      long length = dimension.tileLength();
      require(
          length > 0 && cells <= Long.MAX_VALUE / length,
          "a dense tile has more than 2^63-1 cells; give dimension \"%s\" an extent less than %s",
          dimension.name(),
          Long.toUnsignedString(length));
      cells *= length;
    }
  }

  private static void checkCapacity(ArraySchema schema) {
    require(
        schema.capacity() > 0 && schema.capacity() <= Integer.MAX_VALUE,
        "capacity %s is out of range (1..2^31-1 cells per tile; 10000 is typical)",
        Long.toUnsignedString(schema.capacity()));
  }

  private static void checkNames(ArraySchema schema) {
    Set<String> names = new HashSet<>();
    for (Dimension dimension : schema.dimensions()) {
      checkName(names, dimension.name());
    }
    for (Attribute attribute : schema.attributes()) {
      checkName(names, attribute.name());
    }
    for (DimensionLabel label : schema.labels()) {
      checkName(names, label.name());
    }
  }

  /** Checks that a field name is neither taken nor reserved, and adds it to {@code names}. */
  static void checkName(Set<String> names, String name) {
    require(
        names.add(name),
        "two fields are named \"%s\"; dimensions, attributes and labels need different names",
        name);
    require(
        !SPECIAL_FIELDS.contains(name),
        "\"%s\" is a reserved field name; choose another name",
        name);
  }

  private static void checkFilters(ArraySchema schema) {
    FilterPipeline coords = schema.coordsFilters();
    FilterRules.checkNotEncrypted("coordinate filters", coords);
    ImageRules.checkNone("coordinate filters", coords);
    boolean doubleDelta = coords.has(Filter.Type.DOUBLE_DELTA);
    for (Dimension dimension : schema.dimensions()) {
      boolean inherits = dimension.filters().isEmpty();
      String field = "dimension \"%s\"".formatted(dimension.name());
      require(
          !(inherits && doubleDelta && dimension.type().isFloatingPoint()),
          "%s of %s inherits the coordinate filters, but DOUBLE_DELTA applies to"
              + " integers; give it its own filters",
          field,
          dimension.type());
      FilterPipeline filters = inherits ? coords : dimension.filters();
      String subject = inherits ? field + ", with the coordinate filters" : field;
      ImageRules.checkNone(field, filters);
      FilterRules.check(subject, dimension.type(), dimension.cellValNum(), filters);
    }
    checkFilters("offset filters", Datatype.UINT64, schema.offsetsFilters());
    checkFilters("validity filters", Datatype.UINT8, schema.validityFilters());
  }

  private static void checkFilters(String field, Datatype type, FilterPipeline pipeline) {
    ImageRules.checkNone(field, pipeline);
    FilterRules.check(field, type, 1, pipeline);
  }

  private static void checkEnumerations(ArraySchema schema) {
    Set<String> names = new HashSet<>(schema.enumerationFiles().keySet());
    for (Enumeration enumeration : schema.enumerations()) {
      EnumerationRules.check(enumeration);
      require(
          names.add(enumeration.name()),
          "two enumerations are named \"%s\"; names must be unique",
          enumeration.name());
    }
    EnumerationRules.checkTogether(schema.enumerations());
    for (Attribute attribute : schema.attributes()) {
      String name = attribute.enumeration().orElse("");
      AttributeRules.checkEnumeration(
          attribute, names.contains(name), schema.enumeration(name), AttributeRules.WIDER_TYPE);
    }
  }

  private static void checkPlaces(List<DimensionLabel> labels) {
    Set<String> places = new HashSet<>();
    for (DimensionLabel label : labels) {
      require(
          places.add(label.uri()),
          "dimension label \"%s\": location %s belongs to another label; omit it to have"
              + " one chosen",
          label.name(),
          label.uri());
    }
  }
}
