package io.azulejo.plot.bins;

import io.azulejo.Array;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/** Restricts subarrays of dense arrays to the written cells, and counts their cells. */
public final class DenseParts {
  private DenseParts() {}

  /** Returns a subarray in which each dimension without a range gets its written range. */
  public static Subarray bounded(Array array, Subarray part) {
    Subarray bounded = part;
    Optional<NDRange> written = array.nonEmptyDomain();
    List<Dimension> dimensions = array.schema().dimensions();
    for (int d = 0; d < dimensions.size() && written.isPresent(); d++) {
      String name = dimensions.get(d).name();
      if (!part.ranges().containsKey(name)) {
        bounded = bounded.and(name, written.get().get(d));
      }
    }
    return bounded;
  }

  /**
   * Returns the number of cells in a subarray. Dimensions without a range count with their written
   * range.
   */
  public static double cells(Array array, Subarray part) {
    if (array.nonEmptyDomain().isEmpty()) {
      return 0;
    }
    double cells = 1;
    for (List<Range> ranges : bounded(array, part).ranges().values()) {
      cells *=
          ranges.stream()
              .map(Range.Strided::of)
              .mapToDouble(r -> Math.floor(((double) r.high() - r.low()) / r.step()) + 1)
              .sum();
    }
    return cells;
  }
}
