package io.azulejo.internal.read.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Sorts the ranges of an integer dimension by coordinate and cuts them where they overlap. The
 * result selects the same coordinates, each as often as before.
 */
final class OrderedRanges {
  /** Maximum number of resulting ranges of a dimension. */
  private static final int MAX_RANGES = 1 << 20;

  private final Dimension dimension;
  private final Datatype type;
  private final List<Range> ordered = new ArrayList<>();

  private OrderedRanges(Dimension dimension) {
    this.dimension = dimension;
    this.type = dimension.type();
  }

  /**
   * Returns ranges whose coordinates never descend from one range to the next, except where a whole
   * range is repeated.
   *
   * @param given ranges of integers, within the domain
   * @throws InvalidRequestException if overlaps would produce too many ranges
   */
  static List<Range> of(Dimension dimension, List<Range> given) {
    OrderedRanges ranges = new OrderedRanges(dimension);
    List<Range> sorted = new ArrayList<>(given);
    sorted.sort(Comparator.comparingLong(ranges::low));
    for (int from = 0, until; from < sorted.size(); from = until) {
      long high = ranges.high(sorted.get(from));
      until = from + 1;
      while (until < sorted.size() && ranges.low(sorted.get(until)) <= high) {
        high = Math.max(high, ranges.high(sorted.get(until)));
        until++;
      }
      ranges.add(sorted.subList(from, until), high);
    }
    return ranges.ordered;
  }

  private long low(Range range) {
    return CoordinateKeys.low(type, range);
  }

  private long high(Range range) {
    return CoordinateKeys.high(type, range);
  }

  /** Adds overlapping ranges. {@code high} is their largest coordinate. */
  private void add(List<Range> overlapping, long high) {
    if (overlapping.size() == 1) {
      ordered.add(overlapping.get(0));
    } else if (overlapping.stream().allMatch(range -> Range.Strided.of(range).step() == 1)) {
      addPieces(overlapping, high);
    } else {
      addCoordinates(overlapping);
    }
  }

  /** Cuts overlapping ranges at their ends and adds each piece as often as a range contains it. */
  private void addPieces(List<Range> overlapping, long high) {
    Map<Long, Integer> changes = new TreeMap<>();
    for (Range range : overlapping) {
      changes.merge(low(range), 1, Integer::sum);
      if (high(range) < high) {
        changes.merge(high(range) + 1, -1, Integer::sum);
      }
    }
    List<Long> starts = List.copyOf(changes.keySet());
    int depth = 0;
    for (int i = 0; i < starts.size(); i++) {
      depth += changes.get(starts.get(i));
      checkCount(depth);
      long last = i + 1 < starts.size() ? starts.get(i + 1) - 1 : high;
      Range piece =
          Range.of(
              CoordinateKeys.toInteger(type, starts.get(i)), CoordinateKeys.toInteger(type, last));
      for (int times = 0; times < depth; times++) {
        ordered.add(piece);
      }
    }
  }

  /** Adds each coordinate as a separate range. */
  private void addCoordinates(List<Range> overlapping) {
    List<long[]> keys = new ArrayList<>();
    long count = 0;
    for (Range range : overlapping) {
      long low = low(range);
      long step = Range.Strided.of(range).step();
      long steps = Long.divideUnsigned(high(range) - low, step);
      checkCount(Long.compareUnsigned(steps, MAX_RANGES) < 0 ? count + steps + 1 : Long.MAX_VALUE);
      count += steps + 1;
      keys.add(LongStream.rangeClosed(0, steps).map(i -> low + i * step).toArray());
    }
    keys.stream()
        .flatMapToLong(Arrays::stream)
        .sorted()
        .map(key -> CoordinateKeys.toInteger(type, key))
        .forEach(value -> ordered.add(Range.of(value, value)));
  }

  private void checkCount(long more) {
    if (more > MAX_RANGES - ordered.size()) {
      throw new InvalidRequestException(
          ("dimension \"%s\": the ranges overlap so often that first and last would need"
                  + " more than %d ranges; request ranges that do not overlap")
              .formatted(dimension.name(), MAX_RANGES));
    }
  }
}
