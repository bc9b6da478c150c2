package io.azulejo.table;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds ranges of an array's dimensions that contain the rows of a region, within the bounding box
 * of all cells. Conditions that the ranges imply need not be tested.
 */
final class RegionRanges {
  /** With more ranges, a condition alone is faster. */
  private static final int MAX_RANGES = 1000;

  private final boolean dense;
  private final Map<String, BoundField<?>> dimensions;
  private final Map<String, Range> box = new TreeMap<>();
  private final Map<String, Range> texts = new TreeMap<>();

  /**
   * Creates a finder for an array.
   *
   * @param dimensions the dimensions by field name
   * @param cells the bounding box of all cells
   */
  RegionRanges(ArraySchema schema, Map<String, BoundField<?>> dimensions, NDRange cells) {
    // If a dense read has a range of one dimension, it includes the whole domain of the others.
    this.dense = schema.isDense();
    this.dimensions = dimensions;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      String name = schema.dimensions().get(d).name();
      box.put(name, cells.get(d));
      if (schema.currentDomain().isPresent()) {
        texts.put(name, schema.currentDomain().get().get(d));
      }
    }
  }

  /**
   * Ranges, and the condition that remains to be tested.
   *
   * @param remainder a region that selects the same rows within the ranges
   */
  record Result(Subarray subarray, Region remainder, boolean empty) {
    private static final Result EMPTY = new Result(Subarray.ALL, Region.NOTHING, true);
  }

  Result of(Region region) {
    Subarray subarray = Subarray.ALL;
    boolean all = true;
    List<Region> remainder = new ArrayList<>(parts(region));
    for (Map.Entry<String, BoundField<?>> entry : dimensions.entrySet()) {
      String name = entry.getKey();
      Ranges ranges = ranges(entry.getValue(), region);
      if (ranges.list.isEmpty()) {
        return Result.EMPTY;
      }
      all &= ranges.all;
      if (dense || !ranges.all) {
        subarray = subarray.and(name, ranges.list);
      }
      if (ranges.exact) {
        remainder.removeIf(
            part ->
                part instanceof Region.Cells<?> cells
                    && cells.field().column().field().equals(name));
      }
    }
    Region left = Region.all(remainder);
    return left.equals(Region.NOTHING)
        ? Result.EMPTY
        : new Result(all ? Subarray.ALL : subarray, left, false);
  }

  private static List<Region> parts(Region region) {
    return region instanceof Region.All all ? all.parts() : List.of(region);
  }

  /**
   * Ranges of a dimension.
   *
   * @param all whether they contain all cells of the array
   * @param exact whether they contain exactly the wanted values
   */
  private record Ranges(List<Range> list, boolean all, boolean exact) {}

  private <T> Ranges ranges(BoundField<T> dimension, Region region) {
    Intervals<T> wanted = values(dimension, region);
    Datatype type = dimension.column().stored();
    return type == Datatype.STRING_ASCII
        ? texts(dimension.column().field(), strings(wanted))
        : numbers(dimension.column().field(), type, keys(wanted));
  }

  @SuppressWarnings("unchecked") // Strings have bytes as values.
  private static Intervals<byte[]> strings(Intervals<?> spans) {
    return (Intervals<byte[]>) spans;
  }

  @SuppressWarnings("unchecked") // All others have keys.
  private static Intervals<Long> keys(Intervals<?> spans) {
    return (Intervals<Long>) spans;
  }

  /** Returns the values that a dimension may have in a region. */
  @SuppressWarnings("unchecked") // The same column has the same type of values.
  private static <T> Intervals<T> values(BoundField<T> dimension, Region region) {
    Intervals.Order<T> order = dimension.domain().order();
    if (region instanceof Region.Cells<?> cells) {
      return cells.field().column().name().equals(dimension.column().name())
          ? ((Region.Cells<T>) cells).set().values()
          : Intervals.all(order);
    }
    if (region instanceof Region.All all) {
      List<Intervals<T>> others =
          all.parts().stream().map(part -> values(dimension, part).negated()).toList();
      return Intervals.union(order, others).negated();
    }
    List<Intervals<T>> some =
        ((Region.Any) region).parts().stream().map(part -> values(dimension, part)).toList();
    return Intervals.union(order, some);
  }

  private Ranges numbers(String name, Datatype type, Intervals<Long> wanted) {
    Range around = Objects.requireNonNull(box.get(name));
    long low = CoordinateKeys.low(type, around);
    long high = CoordinateKeys.high(type, around);
    Intervals<Long> inside = Intervals.between(Intervals.KEYS, low, Intervals.KEYS.next(high));
    if (wanted.containsAll(inside)) {
      return new Ranges(List.of(around), true, !type.isFloatingPoint());
    }
    List<Intervals.Span<Long>> spans = wanted.and(inside).spans();
    if (spans.isEmpty()) {
      return new Ranges(List.of(), false, true);
    }
    List<Range> ranges = new ArrayList<>();
    if (spans.size() > MAX_RANGES || type.isFloatingPoint()) {
      ranges.add(range(type, spans.get(0).low(), last(spans.get(spans.size() - 1))));
      return new Ranges(ranges, false, false);
    }
    spans.forEach(span -> ranges.add(range(type, span.low(), last(span))));
    return new Ranges(ranges, false, true);
  }

  private static long last(Intervals.Span<Long> span) {
    Long end = span.end();
    return end == null ? Long.MAX_VALUE : end - 1;
  }

  private static Range range(Datatype type, long low, long high) {
    return type.isFloatingPoint()
        ? Range.of(
            CoordinateKeys.toFloatingPoint(type, low), CoordinateKeys.toFloatingPoint(type, high))
        : Range.of(CoordinateKeys.toInteger(type, low), CoordinateKeys.toInteger(type, high));
  }

  private Ranges texts(String name, Intervals<byte[]> wanted) {
    List<Intervals.Span<byte[]>> spans = wanted.spans();
    if (wanted.containsAll(Intervals.all(Intervals.BYTES))) {
      return new Ranges(List.of(Range.of("", "")), true, true);
    }
    if (spans.size() > MAX_RANGES) {
      Intervals.Span<byte[]> hull =
          new Intervals.Span<>(spans.get(0).low(), spans.get(spans.size() - 1).end());
      return new Ranges(within(name, List.of(hull)), false, false);
    }
    boolean exact = spans.stream().allMatch(span -> span.end() == null || isNext(span.end()));
    return new Ranges(within(name, spans), false, exact);
  }

  /** Returns whether an exclusive end has a predecessor, which is then the inclusive end. */
  private static boolean isNext(byte @Nullable [] end) {
    return end != null && end.length > 0 && end[end.length - 1] == 0;
  }

  private List<Range> within(String name, List<Intervals.Span<byte[]>> spans) {
    Range.Strings domain = (Range.Strings) texts.get(name);
    List<Range> ranges = new ArrayList<>();
    for (Intervals.Span<byte[]> span : spans) {
      byte[] low = span.low();
      byte[] end = span.end();
      byte[] high = end != null && isNext(end) ? Arrays.copyOf(end, end.length - 1) : end;
      if (domain != null) {
        low = Arrays.compareUnsigned(low, domain.low()) < 0 ? domain.low() : low;
        high =
            high == null || Arrays.compareUnsigned(high, domain.high()) > 0 ? domain.high() : high;
        if (Arrays.compareUnsigned(low, high) > 0) {
          continue;
        }
      }
      ranges.add(high == null ? new Range.Open(Range.of(low, low), true) : Range.of(low, high));
    }
    return ranges;
  }
}
