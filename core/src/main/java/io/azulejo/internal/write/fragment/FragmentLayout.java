package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The properties of a new fragment that are known before its cells.
 *
 * @param fields the attributes, then the dimensions of sparse fragments, then special fields
 * @param footer the footer as far as it is known
 * @param processedConditions delete conditions that were already applied to the cells
 */
public record FragmentLayout(
    List<FieldEncoder> fields, FragmentFooter footer, List<String> processedConditions) {
  /** Returns the layout of a fragment without cell timestamps. */
  public static FragmentLayout of(WritableArray array) {
    return of(array, false, Optional.empty());
  }

  /**
   * Returns the layout of a fragment.
   *
   * @param timestamps whether each cell has a timestamp
   * @param processedConditions delete conditions that may have deleted cells. If present, each cell
   *     stores when it was deleted and by which condition.
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

  /** Returns the number of entries in the per-field arrays of the footer. */
  int places(ArraySchema schema) {
    return schema.attributes().size()
        + 1
        + schema.dimensions().size()
        + (footer.timestamps() ? 1 : 0)
        + (footer.deleteMetadata() ? 2 : 0);
  }
}
