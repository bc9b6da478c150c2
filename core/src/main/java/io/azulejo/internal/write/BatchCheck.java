package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Suggestion;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a batch has to be like to be written: a column for each field, no others, each as its field
 * is.
 */
final class BatchCheck {
  private final ArraySchema schema;
  private final List<FieldCheck> fields = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();

  /** Of an array: its attributes and, where it is sparse, its dimensions. */
  BatchCheck(ArraySchema schema) {
    this.schema = schema;
    schema.attributes().forEach(attribute -> fields.add(FieldCheck.of(attribute)));
    if (!schema.isDense()) {
      schema.dimensions().forEach(dimension -> fields.add(FieldCheck.of(dimension)));
    }
    for (int i = 0; i < fields.size(); i++) {
      positions.put(fields.get(i).name(), i);
    }
  }

  /**
   * The cells of a batch: attributes, then where the array is sparse dimensions, as in {@link
   * io.azulejo.internal.write.fragment.FragmentLayout#fields}.
   *
   * @throws InvalidRequestException if they do not fit the array
   */
  CellColumn[] check(Batch batch) {
    CellColumn[] columns = new CellColumn[fields.size()];
    for (Column column : batch.columns()) {
      Integer position = positions.get(column.name());
      if (position == null) {
        refuseCoordinates(column.name());
        throw FieldCheck.invalid(
            "column \"%s\" is no field that is written: %s%s"
                .formatted(
                    column.name(), wanted(), Suggestion.hint(column.name(), positions.keySet())));
      }
      if (columns[position] != null) {
        throw FieldCheck.invalid("column \"%s\" comes twice".formatted(column.name()));
      }
      columns[position] = fields.get(position).check(column);
    }
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == null) {
        throw FieldCheck.invalid(
            "there is no column for the %s \"%s\": %s"
                .formatted(fields.get(i).kind(), fields.get(i).name(), wanted()));
      }
    }
    return columns;
  }

  private void refuseCoordinates(String name) {
    if (schema.dimension(name).isPresent()) {
      throw FieldCheck.invalid(
          "column \"%s\" holds coordinates, but the cells of a dense array are identified by their order: leave it out, and give the part that is written as a subarray"
              .formatted(name));
    }
  }

  private String wanted() {
    List<String> attributes = names("attribute");
    return schema.isDense()
        ? "give a column for each of the attributes " + attributes
        : "give a column for each of the dimensions %s and the attributes %s"
            .formatted(names("dimension"), attributes);
  }

  private List<String> names(String kind) {
    return fields.stream().filter(f -> f.kind().equals(kind)).map(FieldCheck::name).toList();
  }
}
