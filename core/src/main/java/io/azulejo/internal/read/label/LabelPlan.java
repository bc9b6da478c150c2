package io.azulejo.internal.read.label;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides how to read fields of which some are dimension labels. Beside other fields, or labels of
 * other dimensions, a label is that of the cell's coordinate. Labels of one dimension alone come
 * once for each index: of its ranges, or else of all that have a label.
 */
public final class LabelPlan {
  private final ArraySchema schema;
  private final Map<String, LabelArray> labels = new LinkedHashMap<>();

  /** Labels that are wanted, opened. */
  public LabelPlan(ArraySchema schema, List<LabelArray> wanted) {
    this.schema = schema;
    wanted.forEach(label -> labels.put(label.label().name(), label));
  }

  /** The names of the labels, in the order of the schema. */
  List<String> names() {
    return List.copyOf(labels.keySet());
  }

  /** Whether some fields are labels of one dimension and nothing else. */
  public boolean isAlone(List<String> fields) {
    return labels.keySet().containsAll(fields)
        && labels.values().stream().map(l -> l.label().dimension()).distinct().count() == 1;
  }

  /** The fields that are read of the array, with the coordinates that labels are looked up by. */
  public List<String> cells(List<String> fields) {
    return fields.stream().map(this::cell).distinct().toList();
  }

  private String cell(String field) {
    LabelArray label = labels.get(field);
    return label == null ? field : schema.dimensions().get(label.label().dimension()).name();
  }

  /** The array of a label that a request for labels alone is answered from, index by index. */
  public Snapshot indexes(List<String> fields) {
    return labels.get(fields.get(0)).snapshot();
  }

  /**
   * What is read of that array: its coordinates, to look up the labels of each.
   *
   * @param ranges the ranges of the dimension, if it has any
   */
  public ReadRequest indexes(List<String> fields, Optional<List<Range>> ranges, long limit) {
    String dimension = labels.get(fields.get(0)).dimension().name();
    List<Range> wanted =
        ranges.orElseGet(() -> labelled().map(box -> List.of(box.get(0))).orElse(List.of()));
    Subarray part = Subarray.ALL.and(dimension, wanted);
    return ReadRequest.ALL.subarray(part).select(dimension).layout(Layout.ROW_MAJOR).limit(limit);
  }

  /** Puts labels beside the {@link #cells} of fields, or beside indexes alone. */
  Batches labelled(List<String> fields, List<String> columns, Batches cells, ReadScope scope) {
    List<LabelledReader.Source> sources = new ArrayList<>();
    for (String field : fields) {
      int column = columns.size() == 1 ? 0 : columns.indexOf(cell(field));
      sources.add(new LabelledReader.Source(column, labels.get(field)));
    }
    return new LabelledReader(cells, sources, scope);
  }

  /** The indexes from the first to the last that any of the labels is written for. */
  private Optional<NDRange> labelled() {
    List<Fragment> fragments = new ArrayList<>();
    labels.values().forEach(label -> fragments.addAll(label.snapshot().fragments()));
    return NonEmptyDomain.of(
        labels.values().iterator().next().snapshot().schema().schema(), fragments);
  }
}
