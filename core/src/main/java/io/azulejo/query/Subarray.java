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
 * A part of an array: for each dimension that is named here its ranges, for each other all of it.
 * The cells are those of the product of the dimensions' ranges. Immutable.
 *
 * <pre>{@code
 * Subarray.of("y", 1, 4).and("x", 2, 5)
 * Subarray.of("station", "A", "B").and("day", "2024-01-01", "2024-01-31")
 * }</pre>
 *
 * <p>In place of a dimension, one of its labels can be named: its ranges stand for the coordinates
 * whose label is within one of them.
 *
 * <p>Dense arrays: the ranges of a dimension are taken one after another as they are given, so a
 * cell in two ranges comes twice. Sparse arrays: a cell comes once in unordered and global order,
 * and once for each combination of ranges that holds it in row- and column-major order.
 */
public final class Subarray {
  /** Everything: of a dense array its non-empty domain, of a sparse one its whole domain. */
  public static final Subarray ALL = new Subarray(Map.of());

  private final Map<String, List<Range>> ranges;

  private Subarray(Map<String, List<Range>> ranges) {
    this.ranges = ranges;
  }

  /** The part of an array that a range of one dimension, or of one label, has. */
  public static Subarray of(String dimension, Range range) {
    return ALL.and(dimension, range);
  }

  /** {@link #of(String, Range)}, with a range of integers, or of datetimes or times as numbers. */
  public static Subarray of(String dimension, long low, long high) {
    return of(dimension, Range.of(low, high));
  }

  /** {@link #of(String, Range)}, with a range of floating-point numbers. */
  public static Subarray of(String dimension, double low, double high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * {@link #of(String, Range)}, with a range of strings; of a dimension of datetimes or times they
   * are dates or durations of ISO 8601.
   */
  public static Subarray of(String dimension, String low, String high) {
    return of(dimension, Range.of(low, high));
  }

  /**
   * A box: one range for each dimension, in their order.
   *
   * @throws InvalidRequestException if the box has more or fewer ranges than there are dimensions
   */
  public static Subarray of(List<Dimension> dimensions, NDRange box) {
    if (dimensions.size() != box.size()) {
      throw new InvalidRequestException(
          "a box of %d ranges for %d dimensions: give one range for each"
              .formatted(box.size(), dimensions.size()));
    }
    Map<String, List<Range>> ranges = new LinkedHashMap<>();
    for (int d = 0; d < box.size(); d++) {
      ranges.put(dimensions.get(d).name(), List.of(box.get(d)));
    }
    return new Subarray(Collections.unmodifiableMap(ranges));
  }

  /** This subarray with one more range, of another dimension or label, or of the same one. */
  public Subarray and(String dimension, Range range) {
    return and(dimension, List.of(range));
  }

  /**
   * As {@link #and(String, Range)}, with several ranges at once, which is quicker; or with none.
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

  /** As {@link #and(String, Range)}, with a range as in {@link #of(String, long, long)}. */
  public Subarray and(String dimension, long low, long high) {
    return and(dimension, Range.of(low, high));
  }

  /** As {@link #and(String, Range)}, with a range as in {@link #of(String, double, double)}. */
  public Subarray and(String dimension, double low, double high) {
    return and(dimension, Range.of(low, high));
  }

  /** As {@link #and(String, Range)}, with a range as in {@link #of(String, String, String)}. */
  public Subarray and(String dimension, String low, String high) {
    return and(dimension, Range.of(low, high));
  }

  /** The ranges by dimension, in the order in which they were given. */
  public Map<String, List<Range>> ranges() {
    return ranges;
  }

  /** Whether no dimension has a range. */
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
