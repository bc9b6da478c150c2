package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that a batch has exactly one column for each field of a write, and that each column fits
 * its field.
 */
final class BatchCheck {
  private final ArraySchema schema;
  private final boolean coordinates;
  private final List<FieldCheck> fields = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * Creates a check for an array. It expects the attributes and, if cells have coordinates, the
   * dimensions.
   *
   * @param scattered whether the cells of a dense array come with coordinates; cells of a sparse
   *     array always do
   */
  BatchCheck(ArraySchema schema, boolean scattered) {
    this.schema = schema;
    this.coordinates = scattered || !schema.isDense();
    schema.attributes().forEach(attribute -> fields.add(FieldCheck.of(attribute)));
    if (coordinates) {
      schema.dimensions().forEach(dimension -> fields.add(FieldCheck.of(dimension)));
    }
    for (int i = 0; i < fields.size(); i++) {
      positions.put(fields.get(i).name(), i);
    }
  }

  /**
   * Returns the cells of a batch in schema order: attributes first, then dimensions if cells have
   * coordinates.
   *
   * @throws InvalidRequestException if a column is missing, unknown, duplicated or does not fit its
   *     field
   */
  CellColumn[] check(Batch batch) {
    CellColumn[] columns = new CellColumn[fields.size()];
    for (Column column : batch.columns()) {
      Integer position = positions.get(column.name());
      if (position == null) {
        refuseCoordinates(column.name());
        refuseLabels(column.name());
        throw FieldCheck.invalid(
            "column \"%s\" is not a field of this write; %s%s"
                .formatted(
                    column.name(), wanted(), Suggestion.hint(column.name(), positions.keySet())));
      }
      if (columns[position] != null) {
        throw FieldCheck.invalid("column \"%s\" occurs twice".formatted(column.name()));
      }
      columns[position] = fields.get(position).check(column);
    }
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == null) {
        throw FieldCheck.invalid(
            "the column for %s \"%s\" is missing; %s"
                .formatted(fields.get(i).kind(), fields.get(i).name(), wanted()));
      }
    }
    return columns;
  }

  private void refuseCoordinates(String name) {
    if (schema.dimension(name).isPresent()) {
      throw FieldCheck.invalid(
          ("column \"%s\" holds coordinates, but cells of a dense array are identified by their"
                  + " order. Omit it, and pass the part to write as a subarray. Or pass the cells in"
                  + " any order with coordinates, and fill or keep missing cells (missing: filled or"
                  + " kept).")
              .formatted(name));
    }
  }

  private void refuseLabels(String name) {
    if (schema.labels().stream().anyMatch(label -> label.name().equals(name))) {
      throw FieldCheck.invalid(
          "column \"%s\" holds labels of a dimension, not values of cells; add it with appendLabels"
              .formatted(name));
    }
  }

  private String wanted() {
    List<String> attributes = names("attribute");
    return !coordinates
        ? "pass a column for each of the attributes " + attributes
        : "pass a column for each of the dimensions %s and the attributes %s"
            .formatted(names("dimension"), attributes);
  }

  private List<String> names(String kind) {
    return fields.stream().filter(f -> f.kind().equals(kind)).map(FieldCheck::name).toList();
  }
}
