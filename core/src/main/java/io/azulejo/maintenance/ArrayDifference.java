package io.azulejo.maintenance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where two arrays, the first and the second, differ.
 *
 * @param schema parts of the schemas, where they differ
 * @param metadata keys of which the values differ, in the order of the keys
 * @param cells how the cells compare
 * @param labels how the cells of the arrays of dimension labels compare, by the names of labels
 *     that both arrays have
 */
public record ArrayDifference(
    List<SchemaDifference> schema,
    List<MetadataDifference> metadata,
    CellDifferences cells,
    Map<String, CellDifferences> labels) {
  /** Makes an immutable record: takes copies of its collections. */
  public ArrayDifference {
    schema = List.copyOf(schema);
    metadata = List.copyOf(metadata);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** Whether the arrays say the same; their layouts, which schemas tell, count too. */
  public boolean isSame() {
    return schema.isEmpty() && holdsSame();
  }

  /** Whether the arrays hold the same metadata and cells, however their schemas differ. */
  public boolean holdsSame() {
    return metadata.isEmpty()
        && cells.isSame()
        && labels.values().stream().allMatch(CellDifferences::isSame);
  }
}
