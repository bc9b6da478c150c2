package io.azulejo.query;

import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What part of an array is asked for: for each dimension that is named here its ranges, for each
 * other all of it. The cells are those of the product of the dimensions' ranges.
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

  /** One range of one dimension. */
  public static Subarray of(String dimension, Range range) {
    return builder().range(dimension, range).build();
  }

  /** One range of whole numbers of one dimension. */
  public static Subarray of(String dimension, long low, long high) {
    return of(dimension, Range.of(low, high));
  }

  /** A subarray to be described. */
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

  /** Describes a subarray. */
  public static final class Builder {
    private final Map<String, List<Range>> ranges = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a range of a dimension; or of a dimension label, which stands for the coordinates whose
     * label is within it, in place of ranges of its dimension.
     */
    public Builder range(String dimension, Range range) {
      ranges
          .computeIfAbsent(Objects.requireNonNull(dimension, "dimension"), d -> new ArrayList<>())
          .add(Objects.requireNonNull(range, "range"));
      return this;
    }

    /** Adds a range of whole numbers of a dimension. */
    public Builder range(String dimension, long low, long high) {
      return range(dimension, Range.of(low, high));
    }

    /** The subarray. */
    public Subarray build() {
      Map<String, List<Range>> copy = new LinkedHashMap<>();
      ranges.forEach((dimension, list) -> copy.put(dimension, List.copyOf(list)));
      return new Subarray(Collections.unmodifiableMap(copy));
    }
  }
}
