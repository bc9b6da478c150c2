package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A part of an array: ranges for some dimensions, and all of the other dimensions. The cells are
 * the Cartesian product of the dimensions' ranges. Immutable.
 *
 * <pre>{@code
 * Subarray.of("y", 1, 4).and("x", 2, 5)
 * Subarray.of("station", "A", "B").and("day", "2024-01-01", "2024-01-31")
 * }</pre>
 *
 * <p>Ranges of a dimension label can replace ranges of its dimension; they select the coordinates
 * whose labels are in one of the ranges.
 *
 * <p>Dense arrays: the ranges of a dimension are read one after another as given, so a cell in two
 * ranges is returned twice. Sparse arrays: a cell is returned once in unordered and global order.
 * In row- and column-major order it is returned once for each combination of ranges that contains
 * it.
 */
public final class Subarray {
  /** Everything: of a dense array its non-empty domain, of a sparse array its whole domain. */
  public static final Subarray ALL = new Subarray(Map.of());

  private final Map<String, List<Range>> ranges;

  private Subarray(Map<String, List<Range>> ranges) {
    this.ranges = ranges;
  }

  /** Returns a range of one dimension or of one label. */
  public static Subarray of(String dimension, Range range) {
    return ALL.and(dimension, range);
  }

  /**
   * Returns a {@linkplain #of(String, Range) range} of integers, or of datetimes or times as
   * numbers.
   */
  public static Subarray of(String dimension, long low, long high) {
    return of(dimension, Range.of(low, high));
  }

  /** Returns a {@linkplain #of(String, Range) range} of floating-point numbers. */
  public static Subarray of(String dimension, double low, double high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * Returns a {@linkplain #of(String, Range) range} of strings; for datetimes and times, ISO 8601
   * dates or durations.
   */
  public static Subarray of(String dimension, String low, String high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * Returns a box: one range for each dimension, in their order.
   *
   * @throws InvalidRequestException if the number of ranges is not the number of dimensions
   */
  public static Subarray of(List<Dimension> dimensions, NDRange box) {
    if (dimensions.size() != box.size()) {
      throw new InvalidRequestException(
          "the box has %d ranges for %d dimensions; pass one range for each"
              .formatted(box.size(), dimensions.size()));
    }
    Map<String, List<Range>> ranges = new LinkedHashMap<>();
    for (int d = 0; d < box.size(); d++) {
      ranges.put(dimensions.get(d).name(), List.of(box.get(d)));
    }
    return new Subarray(Collections.unmodifiableMap(ranges));
  }

  /** Returns this subarray with one more range, of the same or another dimension or label. */
  public Subarray and(String dimension, Range range) {
    return and(dimension, List.of(range));
  }

  /**
   * Adds several ranges at once, which is faster than one by one, or none; otherwise like {@link
   * #and(String, Range)}.
   */
  public Subarray and(String dimension, List<Range> more) {
    Map<String, List<Range>> all = new LinkedHashMap<>(ranges);
    List<Range> of = new ArrayList<>(ranges.getOrDefault(dimension, List.of()));
    of.addAll(more);
    if (!of.isEmpty()) {
      all.put(Objects.requireNonNull(dimension, "dimension"), List.copyOf(of));
    }
    return new Subarray(Collections.unmodifiableMap(all));
  }

  /** Adds a range of integers as {@link #of(String, long, long)} does. */
  public Subarray and(String dimension, long low, long high) {
    return and(dimension, Range.of(low, high));
  }

  /** Adds a range of floating-point numbers as {@link #of(String, double, double)} does. */
  public Subarray and(String dimension, double low, double high) {
    return and(dimension, Range.of(low, high));
  }

  /** Adds a range of strings as {@link #of(String, String, String)} does. */
  public Subarray and(String dimension, String low, String high) {
    return and(dimension, Range.of(low, high));
  }

  /** Returns the ranges by dimension, in the order in which they were given. */
  public Map<String, List<Range>> ranges() {
    return ranges;
  }

  /** Returns whether no dimension has a range. */
  public boolean isAll() {
    return ranges.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Subarray that && ranges.equals(that.ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }

  @Override
  public String toString() {
    return "Subarray" + ranges;
  }
}
