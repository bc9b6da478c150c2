package io.azulejo.internal.read.label;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.read.request.RequestedRanges;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.query.Batch;
import io.azulejo.query.Condition;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts ranges of labels into ranges of their dimensions. A read of the label array finds the
 * coordinates whose labels lie in a range, so tile statistics exclude most tiles.
 */
public final class LabelRanges {
  private final ArraySchema schema;
  private final Function<DimensionLabel, LabelArray> opening;

  public LabelRanges(ArraySchema schema, Function<DimensionLabel, LabelArray> opening) {
    this.schema = schema;
    this.opening = opening;
  }

  /**
   * Returns the same subarray with dimension ranges in place of label ranges.
   *
   * @throws InvalidRequestException if a dimension is selected twice, a label range has a step, or
   *     a range does not contain any label
   */
  public Subarray resolve(Subarray part) {
    if (schema.labels().isEmpty()
        || schema.labels().stream().noneMatch(label -> part.ranges().containsKey(label.name()))) {
      return part;
    }
    Subarray resolved = Subarray.ALL;
    Map<Integer, String> labelOf = new HashMap<>();
    for (Map.Entry<String, List<Range>> entry : part.ranges().entrySet()) {
      String name = entry.getKey();
      Optional<DimensionLabel> label =
          schema.labels().stream().filter(l -> l.name().equals(name)).findFirst();
      int dimension = label.map(DimensionLabel::dimension).orElseGet(() -> dimension(name));
      String other = labelOf.put(dimension, name);
      if (other != null && dimension >= 0) {
        throw new InvalidRequestException(
            "\"%s\" and \"%s\" both select ranges of one dimension; use one of them"
                .formatted(other, name));
      }
      resolved =
          label.isEmpty()
              ? resolved.and(name, entry.getValue())
              : resolved.and(
                  schema.dimensions().get(dimension).name(),
                  coordinates(label.get(), entry.getValue()));
    }
    return resolved;
  }

  private int dimension(String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return d;
      }
    }
    return -1;
  }

  /** Returns the coordinates whose labels lie in any of the ranges. */
  private List<Range> coordinates(DimensionLabel label, List<Range> ranges) {
    String dimension = schema.dimensions().get(label.dimension()).name();
    List<Range> coordinates = new ArrayList<>();
    for (Range range : ranges) {
      if (range instanceof Range.Strided) {
        throw new InvalidRequestException(
            "label \"%s\": ranges of labels cannot have a step".formatted(label.name()));
      }
      Range wanted = RequestedRanges.checked("label", label.name(), label.type(), range);
      List<Range> found = find(opening.apply(label), wanted);
      if (found.isEmpty()) {
        throw new InvalidRequestException(
            "label \"%s\": no coordinate of \"%s\" has a label within %s"
                .formatted(label.name(), dimension, CoordinateText.of(label.type(), wanted)));
      }
      coordinates.addAll(found);
    }
    return coordinates;
  }

  /** Returns ranges of consecutive coordinates whose labels lie in a range. */
  private static List<Range> find(LabelArray label, Range range) {
    Datatype type = label.dimension().type();
    List<long[]> runs = new ArrayList<>();
    try (Batches reader =
        label.coordinates(Subarray.ALL, Optional.of(within(label.label(), range)))) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        for (long key : label.keys(batch.column(0), 0, batch.rows())) {
          long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
          if (last != null && last[1] + 1 == key) {
            last[1] = key;
          } else {
            runs.add(new long[] {key, key});
          }
        }
      }
    }
    List<Range> found = new ArrayList<>();
    for (long[] run : runs) {
      found.add(
          Range.of(CoordinateKeys.toInteger(type, run[0]), CoordinateKeys.toInteger(type, run[1])));
    }
    return found;
  }

  private static Condition within(DimensionLabel label, Range range) {
    Condition.Field field = Condition.field(label.attribute());
    if (range instanceof Range.Open open) {
      Object bound = bound(label.type(), open.bound());
      return open.upwards() ? field.greaterThanOrEqualTo(bound) : field.lessThanOrEqualTo(bound);
    }
    if (range instanceof Range.Longs integers) {
      return field.between(
          bound(label.type(), Range.of(integers.low(), integers.low())),
          bound(label.type(), Range.of(integers.high(), integers.high())));
    }
    if (range instanceof Range.Doubles number) {
      return field.between(number.low(), number.high());
    }
    Range.Strings text = (Range.Strings) range;
    return field.between(text.low(), text.high());
  }

  private static Object bound(Datatype type, Range one) {
    if (one instanceof Range.Longs integers) {
      return type == Datatype.UINT64
          ? new BigInteger(Long.toUnsignedString(integers.low()))
          : (Object) integers.low();
    }
    return one instanceof Range.Doubles number
        ? (Object) number.low()
        : ((Range.Strings) one).low();
  }
}
