package io.azulejo.query;

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

  /** This subarray with one more range, of another dimension or of the same one. */
  public Subarray and(String dimension, Range range) {
    Builder builder = new Builder();
    ranges.forEach((name, list) -> list.forEach(one -> builder.range(name, one)));
    return builder.range(dimension, range).build();
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

  /** Collects ranges one by one, for programs that compute them. */
  public static Builder builder() {
    return new Builder();
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

  /** Collects the ranges of a subarray. Not for use by several threads. */
  public static final class Builder {
    private final Map<String, List<Range>> ranges = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a range of a dimension; or of a dimension label, in place of ranges of its dimension.
     */
    public Builder range(String dimension, Range range) {
      ranges
          .computeIfAbsent(Objects.requireNonNull(dimension, "dimension"), d -> new ArrayList<>())
          .add(Objects.requireNonNull(range, "range"));
      return this;
    }

    /** Adds a range of integers, or of datetimes or times as numbers. */
    public Builder range(String dimension, long low, long high) {
      return range(dimension, Range.of(low, high));
    }

    /** The subarray of the ranges so far. */
    public Subarray build() {
      Map<String, List<Range>> copy = new LinkedHashMap<>();
      ranges.forEach((dimension, list) -> copy.put(dimension, List.copyOf(list)));
      return new Subarray(Collections.unmodifiableMap(copy));
    }
  }
}
