package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides how to read fields of which some are dimension labels. Beside other fields, or labels of
 * other dimensions, a label is that of the cell's coordinate. Labels of one dimension alone come
 * once for each index: of its ranges, or else of all that have a label.
 */
final class LabelPlan {
  private final ArraySchema schema;
  private final Map<String, LabelArray> labels = new LinkedHashMap<>();

  /** Labels that are wanted, opened. */
  LabelPlan(ArraySchema schema, List<LabelArray> wanted) {
    this.schema = schema;
    wanted.forEach(label -> labels.put(label.label().name(), label));
  }

  /** Whether some fields are labels of one dimension and nothing else. */
  boolean isAlone(List<String> fields) {
    return labels.keySet().containsAll(fields)
        && labels.values().stream().map(l -> l.label().dimension()).distinct().count() == 1;
  }

  /**
   * Labels beside cells.
   *
   * @param reading reads other fields of the array
   */
  Batches beside(List<String> fields, Function<List<String>, Batches> reading, ReadScope scope) {
    List<String> cells = new ArrayList<>();
    List<LabelledReader.Source> sources = new ArrayList<>();
    for (String name : fields) {
      LabelArray label = labels.get(name);
      String column =
          label == null ? name : schema.dimensions().get(label.label().dimension()).name();
      if (!cells.contains(column)) {
        cells.add(column);
      }
      sources.add(new LabelledReader.Source(cells.indexOf(column), label));
    }
    return new LabelledReader(reading.apply(cells), sources, scope);
  }

  /**
   * Labels of one dimension alone.
   *
   * @param ranges the ranges of the dimension, if it has any
   */
  Batches alone(List<String> fields, Optional<List<Range>> ranges, ReadScope scope) {
    LabelArray first = labels.get(fields.get(0));
    List<Range> wanted =
        ranges.orElseGet(() -> labelled().map(box -> List.of(box.get(0))).orElse(List.of()));
    Subarray.Builder part = Subarray.builder();
    wanted.forEach(range -> part.range(first.dimension().name(), range));
    List<LabelledReader.Source> sources =
        fields.stream().map(name -> new LabelledReader.Source(0, labels.get(name))).toList();
    return new LabelledReader(first.coordinates(part.build(), Optional.empty()), sources, scope);
  }

  /** The indexes from the first to the last that any of the labels is written for. */
  private Optional<NDRange> labelled() {
    List<Fragment> fragments = new ArrayList<>();
    labels.values().forEach(label -> fragments.addAll(label.snapshot().fragments()));
    return NonEmptyDomain.of(
        labels.values().iterator().next().snapshot().schema().schema(), fragments);
  }
}
