package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import io.azulejo.error.InvalidRequestException;

/** The rules for dimension labels that are created with their array. */
final class LabelRules {
  private LabelRules() {}

  /** Checks a label and the schema of its array. */
  static void check(ArraySchema schema, DimensionLabel label) {
    String field = "dimension label \"%s\"".formatted(label.name());
    checkDimension(schema, label, field);
    checkPlace(label, field);
    require(
        label.order() != DataOrder.UNORDERED,
        "%s: its order is UNORDERED: make it INCREASING or DECREASING",
        field);
    AttributeRules.checkOrderedCells(field, label.type(), label.cellValNum());
    checkArray(schema, label, field);
  }

  private static void checkDimension(ArraySchema schema, DimensionLabel label, String field) {
    int dimensions = schema.dimensions().size();
    require(
        label.dimension() >= 0 && label.dimension() < dimensions,
        "%s is of dimension %d, but the dimensions are 0 to %d",
        field,
        label.dimension(),
        dimensions - 1);
    Dimension dimension = schema.dimensions().get(label.dimension());
    require(
        dimension.type().isIntegerValued(),
        "%s: dimension \"%s\" is of %s: labels are for integers, datetimes and times",
        field,
        dimension.name(),
        dimension.type());
  }

  private static void checkPlace(DimensionLabel label, String field) {
    require(!label.external(), "%s: labels elsewhere are not created with an array", field);
    String folder = DimensionLabel.FOLDER + "/";
    require(
        label.relative()
            && label.uri().startsWith(folder)
            && label.uri().length() > folder.length()
            && label.uri().indexOf('/', folder.length()) < 0
            && label.uri().indexOf('\\') < 0
            && !label.uri().substring(folder.length()).startsWith("."),
        "%s: its place \"%s\" has to be a name in the folder %s: leave it out to have it chosen",
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
