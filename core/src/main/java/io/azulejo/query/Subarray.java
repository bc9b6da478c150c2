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
 * A part of an array, given by ranges of some dimensions. Dimensions without a range are selected
 * completely. The cells are the Cartesian product of the dimensions' ranges. Immutable.
 *
 * <pre>{@code
 * Subarray.of("y", 1, 4).and("x", 2, 5)
 * Subarray.of("station", "A", "B").and("day", "2024-01-01", "2024-01-31")
 * }</pre>
 *
 * <p>Ranges can also refer to a dimension label, instead of its dimension. They select the
 * coordinates whose labels lie in one of the ranges.
 *
 * <p>In a dense array, the ranges of a dimension are read one after another in the given order, so
 * a cell that lies in two ranges is returned twice. In a sparse array, unordered and global-order
 * reads return each cell once. Reads in row-major or column-major order return a cell once for each
 * combination of ranges that contains it.
 */
public final class Subarray {
  /**
   * The whole array. In a dense array, a read covers the non-empty domain, and a write covers the
   * whole domain.
   */
  public static final Subarray ALL = new Subarray(Map.of());

  private final Map<String, List<Range>> ranges;

  private Subarray(Map<String, List<Range>> ranges) {
    this.ranges = ranges;
  }

  /**
   * Creates a subarray from one range.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param range the range, both ends inclusive
   */
  public static Subarray of(String dimension, Range range) {
    return ALL.and(dimension, range);
  }

  /**
   * Creates a subarray from one range of integers, or of datetimes or times as stored numbers.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param low the lowest coordinate, inclusive
   * @param high the highest coordinate, inclusive
   */
  public static Subarray of(String dimension, long low, long high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * Creates a subarray from one range of floating-point numbers.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param low the lowest coordinate, inclusive
   * @param high the highest coordinate, inclusive
   */
  public static Subarray of(String dimension, double low, double high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * Creates a subarray from one range of strings. For datetime and time dimensions, the strings are
   * ISO 8601 dates or durations.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param low the lowest coordinate, inclusive
   * @param high the highest coordinate, inclusive
   */
  public static Subarray of(String dimension, String low, String high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * Creates a subarray from a box.
   *
   * @param dimensions the dimensions of the array
   * @param box one range for each dimension, in the same order
   * @throws InvalidRequestException if the number of ranges differs from the number of dimensions
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

  /**
   * Returns a copy of this subarray with one more range. The dimension may already have ranges.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param range the range, both ends inclusive
   */
  public Subarray and(String dimension, Range range) {
    return and(dimension, List.of(range));
  }

  /**
   * Returns a copy of this subarray with more ranges of one dimension. This is faster than adding
   * them one by one. An empty list changes nothing.
   *
   * @param dimension the name of a dimension or a dimension label
   * @param more the ranges to add, both ends inclusive
   */
  public Subarray and(String dimension, List<Range> more) {
    Map<String, List<Range>> all = new LinkedHashMap<>(ranges);
    List<Range> of = ranges.get(dimension);
    if (of == null) {
      of = more;
    } else {
      of = new ArrayList<>(of);
      of.addAll(more);
    }
    if (!of.isEmpty()) {
      all.put(Objects.requireNonNull(dimension, "dimension"), List.copyOf(of));
    }
    return new Subarray(Collections.unmodifiableMap(all));
  }

  /**
   * Returns a copy of this subarray with one more range of integers; see {@link #of(String, long,
   * long)}.
   */
  public Subarray and(String dimension, long low, long high) {
    return and(dimension, Range.of(low, high));
  }

  /**
   * Returns a copy of this subarray with one more range of floating-point numbers; see {@link
   * #of(String, double, double)}.
   */
  public Subarray and(String dimension, double low, double high) {
    return and(dimension, Range.of(low, high));
  }

  /**
   * Returns a copy of this subarray with one more range of strings; see {@link #of(String, String,
   * String)}.
   */
  public Subarray and(String dimension, String low, String high) {
    return and(dimension, Range.of(low, high));
  }

  /**
   * Returns the ranges by the names of dimensions and labels, in the order in which they were
   * added. The map is unmodifiable.
   */
  public Map<String, List<Range>> ranges() {
    return ranges;
  }

  /** Returns whether this subarray has no ranges and thus selects the whole array. */
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
