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
 * Finds dimension ranges that contain the rows of a region, within the bounding box of all cells.
 * Conditions that the ranges imply are dropped.
 */
final class RegionRanges {
  /**
   * The maximum number of ranges per dimension. Beyond it, one range and a condition are faster.
   */
  private static final int MAX_RANGES = 1000;

  private final boolean dense;
  private final Map<String, BoundField<?>> dimensions;
  private final Map<String, Range> box = new TreeMap<>();
  private final Map<String, Range> texts = new TreeMap<>();

  /**
   * Creates a finder for an array.
   *
   * @param dimensions the dimensions by field name, in order
   * @param cells the bounding box of all cells
   */
  RegionRanges(ArraySchema schema, Map<String, BoundField<?>> dimensions, NDRange cells) {
    // A dense read covers the whole domain of each dimension without a range.
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
   * The ranges of a region and the part of it that must still be tested.
   *
   * @param subarray the ranges that contain the rows; {@link Subarray#ALL} if they contain all
   *     cells
   * @param remainder a region that selects the wanted rows within the ranges
   * @param empty whether no row can match
   */
  record Result(Subarray subarray, Region remainder, boolean empty) {
    private static final Result EMPTY = new Result(Subarray.ALL, Region.NOTHING, true);
  }

  /** Finds the ranges of a region. */
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
   * The ranges of one dimension.
   *
   * @param list the ranges, disjoint and in order; empty if no row can match
   * @param all whether the ranges contain all cells of the array
   * @param exact whether the ranges contain only wanted values, so that no test remains
   */
  private record Ranges(List<Range> list, boolean all, boolean exact) {}

  private <T> Ranges ranges(BoundField<T> dimension, Region region) {
    Intervals<T> wanted = values(dimension, region);
    Datatype type = dimension.column().stored();
    return type == Datatype.STRING_ASCII
        ? texts(dimension.column().field(), strings(wanted))
        : numbers(dimension.column().field(), type, keys(wanted));
  }

  @SuppressWarnings("unchecked") // The values of string dimensions are bytes.
  private static Intervals<byte[]> strings(Intervals<?> spans) {
    return (Intervals<byte[]>) spans;
  }

  @SuppressWarnings("unchecked") // The values of other dimensions are keys.
  private static Intervals<Long> keys(Intervals<?> spans) {
    return (Intervals<Long>) spans;
  }

  /** Returns the values that a dimension can have in a region. */
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

  /** Returns whether the string before an exclusive end exists. It is then the inclusive end. */
  private static boolean isNext(byte @Nullable [] end) {
    return end != null && end.length > 0 && end[end.length - 1] == 0;
  }

  /**
   * Converts spans of strings to ranges, limited to the current domain of the dimension if it has
   * one.
   */
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
