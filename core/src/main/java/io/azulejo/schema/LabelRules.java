package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import io.azulejo.error.InvalidRequestException;

/** Validation rules for dimension labels that are created together with their array. */
final class LabelRules {
  private LabelRules() {}

  /** Checks a label and the schema of its label array. */
  static void check(ArraySchema schema, DimensionLabel label) {
    String field = "dimension label \"%s\"".formatted(label.name());
    checkDimension(schema, label, field);
    checkPlace(label, field);
    require(
        label.order() != DataOrder.UNORDERED,
        "%s: the order is UNORDERED; use INCREASING or DECREASING",
        field);
    AttributeRules.checkOrderedCells(field, label.type(), label.cellValNum());
    checkArray(schema, label, field);
  }

  private static void checkDimension(ArraySchema schema, DimensionLabel label, String field) {
    int dimensions = schema.dimensions().size();
    require(
        label.dimension() >= 0 && label.dimension() < dimensions,
        "%s refers to dimension %d, but the dimensions are 0 to %d",
        field,
        label.dimension(),
        dimensions - 1);
    Dimension dimension = schema.dimensions().get(label.dimension());
    require(
        dimension.type().isIntegerValued(),
        "%s: dimension \"%s\" has type %s; labels need integers, datetimes or times",
        field,
        dimension.name(),
        dimension.type());
  }

  private static void checkPlace(DimensionLabel label, String field) {
    require(!label.external(), "%s: a label outside the array cannot be created with it", field);
    String folder = DimensionLabel.FOLDER + "/";
    require(
        label.relative()
            && label.uri().startsWith(folder)
            && label.uri().length() > folder.length()
            && label.uri().indexOf('/', folder.length()) < 0
            && label.uri().indexOf('\\') < 0
            && !label.uri().substring(folder.length()).startsWith("."),
        "%s: location \"%s\" must be a name in the folder %s; omit it to have one chosen",
        field,
        label.uri(),
        DimensionLabel.FOLDER);
  }

  private static void checkArray(ArraySchema schema, DimensionLabel label, String field) {
    try {
      schema.labelSchema(label);
    } catch (InvalidRequestException e) {
      throw Rule.broken("%s, in its own array: %s", field, e.getMessage());
    }
  }
}
