package io.azulejo.internal.maintain;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Intersects, subtracts and formats ranges of numeric coordinates; both ends are inclusive. */
public final class CoordinateRanges {
  private CoordinateRanges() {}

  /** Returns the intersection of two ranges; empty if they do not overlap. */
  public static Optional<Range> common(Datatype type, Range one, Range other) {
    long low = Math.max(CoordinateKeys.low(type, one), CoordinateKeys.low(type, other));
    long high = Math.min(CoordinateKeys.high(type, one), CoordinateKeys.high(type, other));
    return low <= high ? Optional.of(ofKeys(type, low, high)) : Optional.empty();
  }

  /** Returns the parts of {@code all} that are not in {@code part}: at most two sorted ranges. */
  public static List<Range> outside(Datatype type, Range all, Range part) {
    List<Range> outside = new ArrayList<>();
    long low = CoordinateKeys.low(type, all);
    long high = CoordinateKeys.high(type, all);
    long partLow = CoordinateKeys.low(type, part);
    long partHigh = CoordinateKeys.high(type, part);
    if (low < partLow) {
      outside.add(ofKeys(type, low, Math.min(high, partLow - 1)));
    }
    if (high > partHigh) {
      outside.add(ofKeys(type, Math.max(low, partHigh + 1), high));
    }
    return outside;
  }

  /** Formats a range for messages. */
  public static String text(Datatype type, Range range) {
    return CoordinateText.of(type, range);
  }

  /** Formats the coordinates of a batch's first cell for messages, for example {@code x=1, y=2}. */
  public static String firstCell(List<Dimension> dimensions, Batch batch) {
    return dimensions.stream()
        .map(dimension -> dimension.name() + "=" + first(batch.column(dimension.name())))
        .collect(Collectors.joining(", "));
  }

  private static String first(Column coordinates) {
    Datatype type = coordinates.type();
    if (type.isIntegerValued()) {
      return CoordinateText.ofInteger(type, coordinates.getLong(0));
    }
    return switch (type) {
      case FLOAT32 -> Float.toString(coordinates.getFloat(0));
      case FLOAT64 -> Double.toString(coordinates.getDouble(0));
      default -> "\"" + coordinates.getString(0) + "\"";
    };
  }

  private static Range ofKeys(Datatype type, long low, long high) {
    return type.isFloatingPoint()
        ? Range.of(
            CoordinateKeys.toFloatingPoint(type, low), CoordinateKeys.toFloatingPoint(type, high))
        : Range.of(CoordinateKeys.toInteger(type, low), CoordinateKeys.toInteger(type, high));
  }
}
