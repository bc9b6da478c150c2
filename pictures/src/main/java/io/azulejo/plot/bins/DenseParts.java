package io.azulejo.plot.bins;

import io.azulejo.Array;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/** Subarrays of dense arrays. */
public final class DenseParts {
  private DenseParts() {}

  /** Returns a subarray with the written range for each dimension without a range. */
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
   * Returns the number of cells of a subarray, within the written range of unrestricted dimensions.
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
