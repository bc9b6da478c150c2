package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a new fragment before its cells.
 *
 * @param fields the attributes, then for sparse fragments the dimensions, then special fields
 * @param footer the footer as far as it is known
 * @param processedConditions the conditions that were applied to the cells already
 */
public record FragmentLayout(
    List<FieldEncoder> fields, FragmentFooter footer, List<String> processedConditions) {
  /** The layout of a fragment without times of its cells. */
  public static FragmentLayout of(WritableArray array) {
    return of(array, false, Optional.empty());
  }

  /**
   * The layout of a fragment.
   *
   * @param timestamps whether each cell has a time
   * @param processedConditions the conditions that cells may have been deleted by, where each cell
   *     says when it was deleted and by which of them
   */
  public static FragmentLayout of(
      WritableArray array, boolean timestamps, Optional<List<String>> processedConditions) {
    ArraySchema schema = array.schema().schema();
    FragmentFooter footer =
        FragmentFooter.begin(
            array.writeVersion(),
            array.schemaName(),
            schema.isDense(),
            timestamps,
            processedConditions.isPresent());
    List<String> names = new ArrayList<>();
    schema.attributes().forEach(attribute -> names.add(attribute.name()));
    if (!schema.isDense()) {
      schema.dimensions().forEach(dimension -> names.add(dimension.name()));
    }
    if (timestamps) {
      names.add(FieldStorage.TIMESTAMPS);
    }
    if (processedConditions.isPresent()) {
      names.add(FieldStorage.DELETE_TIMESTAMPS);
      names.add(FieldStorage.DELETE_CONDITION_INDEX);
    }
    List<FieldEncoder> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      FieldStorage storage =
          FieldStorage.of(footer, array.schema(), schema, names.get(i)).orElseThrow();
      fields.add(new FieldEncoder(names.get(i), storage, array.key()));
    }
    return new FragmentLayout(List.copyOf(fields), footer, processedConditions.orElse(List.of()));
  }

  /** The number of entries that the arrays of the footer have. */
  int places(ArraySchema schema) {
    return schema.attributes().size()
        + 1
        + schema.dimensions().size()
        + (footer.timestamps() ? 1 : 0)
        + (footer.deleteMetadata() ? 2 : 0);
  }
}
