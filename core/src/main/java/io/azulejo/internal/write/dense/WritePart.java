package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves the part of a dense array that a write request selects. */
public final class WritePart {
  private WritePart() {}

  /**
   * Returns the box that a subarray selects. A dimension without a range is selected in full: its
   * current domain, or its domain if the array has no current domain.
   *
   * @throws InvalidRequestException if the subarray does not select a box within the array
   */
  public static NDRange of(ArraySchema schema, Subarray subarray) {
    List<String> names = schema.dimensions().stream().map(Dimension::name).toList();
    for (String name : subarray.ranges().keySet()) {
      if (!names.contains(name)) {
        boolean label = schema.labels().stream().anyMatch(l -> l.name().equals(name));
        throw new InvalidRequestException(
            label
                ? "\"%s\" is a dimension label; specify the part to write by the dimensions %s"
                    .formatted(name, names)
                : "unknown dimension \"%s\"; %s%s"
                    .formatted(name, Suggestion.valid(names), Suggestion.hint(name, names)));
      }
    }
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < names.size(); d++) {
      ranges.add(range(schema, d, subarray.ranges().get(names.get(d))));
    }
    return new NDRange(ranges);
  }

  private static Range range(ArraySchema schema, int d, List<Range> given) {
    Dimension dimension = schema.dimensions().get(d);
    Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
    Optional<Range> current = schema.currentDomain().map(box -> box.get(d));
    Range.Longs all = (Range.Longs) current.orElse(domain);
    if (given == null) {
      return all;
    }
    if (given.size() > 1) {
      throw invalid(dimension, "%d ranges, but a write fills exactly one".formatted(given.size()));
    }
    Range.Longs range = integers(dimension, parsed(dimension, given.get(0)), all);
    Datatype type = dimension.type();
    if (key(type, range.low()) > key(type, range.high())) {
      throw invalid(
          dimension,
          "the range %s ends before it begins".formatted(CoordinateText.of(type, range)));
    }
    if (!isWithin(type, range, domain)) {
      throw invalid(
          dimension,
          "the range %s is not within the domain %s"
              .formatted(CoordinateText.of(type, range), CoordinateText.of(type, domain)));
    }
    if (!isWithin(type, range, all)) {
      throw invalid(
          dimension,
          "the range %s is not within the current domain %s; expand the current domain first"
              .formatted(CoordinateText.of(type, range), CoordinateText.of(type, all)));
    }
    return range;
  }

  private static Range parsed(Dimension dimension, Range given) {
    try {
      return CoordinateText.parsed(dimension.type(), given);
    } catch (InvalidRequestException e) {
      throw invalid(dimension, String.valueOf(e.getMessage()));
    }
  }

  private static Range.Longs integers(Dimension dimension, Range given, Range.Longs all) {
    if (given instanceof Range.Longs integers) {
      return integers;
    }
    if (given instanceof Range.Open open && open.bound() instanceof Range.Longs bound) {
      return open.upwards()
          ? new Range.Longs(bound.low(), all.high())
          : new Range.Longs(all.low(), bound.high());
    }
    throw invalid(
        dimension,
        given instanceof Range.Strided
            ? "a write fills all cells of a range; pass one without a step"
            : "expected a range of integers, not %s".formatted(given));
  }

  private static boolean isWithin(Datatype type, Range.Longs range, Range.Longs domain) {
    return key(type, range.low()) >= key(type, domain.low())
        && key(type, range.high()) <= key(type, domain.high());
  }

  private static long key(Datatype type, long value) {
    return CoordinateKeys.ofInteger(type, value);
  }

  private static InvalidRequestException invalid(Dimension dimension, String reason) {
    return new InvalidRequestException("dimension \"%s\": %s".formatted(dimension.name(), reason));
  }

  /** Returns a box as text for messages. */
  public static String text(ArraySchema schema, NDRange domain) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < domain.size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      text.append(d == 0 ? "" : ", ").append(dimension.name()).append('=');
      text.append(CoordinateText.of(dimension.type(), domain.get(d)));
    }
    return text.toString();
  }
}
