package io.azulejo.internal.read.label;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.ReadDescription;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.PlannedRead;
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
 * Plans reads that select dimension labels. With other fields, or with labels of several
 * dimensions, each cell has the label of its coordinate. If the read selects labels of only one
 * dimension, each coordinate is returned once: those in the requested ranges, or else the range
 * that contains all labeled coordinates.
 */
public final class LabelPlan {
  private final ArraySchema schema;
  private final Map<String, LabelArray> labels = new LinkedHashMap<>();

  /**
   * Creates a plan.
   *
   * @param wanted the selected labels, already open
   */
  public LabelPlan(ArraySchema schema, List<LabelArray> wanted) {
    this.schema = schema;
    wanted.forEach(label -> labels.put(label.label().name(), label));
  }

  /** Returns whether all given fields are labels and all labels belong to the same dimension. */
  public boolean isAlone(List<String> fields) {
    return labels.keySet().containsAll(fields)
        && labels.values().stream().map(l -> l.label().dimension()).distinct().count() == 1;
  }

  /**
   * Returns the fields to read from the array. Each label is replaced by the dimension whose
   * coordinates it labels.
   */
  public List<String> cells(List<String> fields) {
    return fields.stream().map(this::cell).distinct().toList();
  }

  private String cell(String field) {
    LabelArray label = labels.get(field);
    return label == null ? field : schema.dimensions().get(label.label().dimension()).name();
  }

  /** Returns the label array from which a request for labels alone reads its coordinates. */
  public Snapshot indexes(List<String> fields) {
    return labels.get(fields.get(0)).snapshot();
  }

  /**
   * Returns the request that reads coordinates from the label array, so that their labels can be
   * looked up.
   *
   * @param ranges the requested ranges of the dimension; if empty, the range that contains all
   *     labeled coordinates
   * @param limit the maximum number of coordinates
   */
  public ReadRequest indexes(List<String> fields, Optional<List<Range>> ranges, long limit) {
    String dimension = labels.get(fields.get(0)).dimension().name();
    List<Range> wanted =
        ranges.orElseGet(() -> labeled().map(box -> List.of(box.get(0))).orElse(List.of()));
    Subarray part = Subarray.ALL.and(dimension, wanted);
    return ReadRequest.ALL.subarray(part).select(dimension).layout(Layout.ROW_MAJOR).limit(limit);
  }

  /**
   * Returns a plan that adds labels to cells.
   *
   * @param fields the fields of the result in order, including labels
   * @param columns the fields that {@code cells} returns, in order
   * @param cells reads the {@link #cells} of the fields, or coordinates of the label array
   */
  public CellPlan labeled(
      List<String> fields, List<String> columns, CellPlan cells, ReadScope scope) {
    List<LabeledReader.Source> sources = new ArrayList<>();
    for (String field : fields) {
      int column = columns.size() == 1 ? 0 : columns.indexOf(cell(field));
      sources.add(new LabeledReader.Source(column, labels.get(field)));
    }
    return new CellPlan() {
      @Override
      public Batches reader() {
        return new LabeledReader(cells.reader(), sources, scope);
      }

      @Override
      public PlannedRead describe() {
        return ReadDescription.withLabels(cells.describe(), List.copyOf(labels.keySet()));
      }
    };
  }

  /** Returns the smallest range that contains the coordinates of all labels. */
  private Optional<NDRange> labeled() {
    List<Fragment> fragments = new ArrayList<>();
    labels.values().forEach(label -> fragments.addAll(label.snapshot().fragments()));
    return NonEmptyDomain.of(
        labels.values().iterator().next().snapshot().schema().schema(), fragments);
  }
}
