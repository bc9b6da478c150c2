package io.azulejo.internal.read.split;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/**
 * A box of cells in a read. In each dimension it covers an inclusive interval of axis numbers; see
 * {@link SplitAxis}.
 *
 * @param low the first number in each dimension
 * @param high the last number in each dimension, inclusive
 * @param cut whether the interval of each dimension excludes some requested coordinates
 */
record Box(long[] low, long[] high, boolean[] cut) {
  /**
   * Returns the part of this box whose numbers in dimension {@code d} are less than {@code number}.
   */
  Box before(int d, long number) {
    long[] end = high.clone();
    end[d] = number - 1;
    return new Box(low, end, withCut(d));
  }

  /**
   * Returns the part of this box whose numbers in dimension {@code d} are at least {@code number}.
   */
  Box from(int d, long number) {
    long[] start = low.clone();
    start[d] = number;
    return new Box(start, high, withCut(d));
  }

  /**
   * Returns the intersection of two boxes. If they do not overlap, {@code low} exceeds {@code high}
   * in some dimension of the result.
   */
  Box common(Box other) {
    Box common = new Box(low.clone(), high.clone(), cut.clone());
    for (int d = 0; d < low.length; d++) {
      common.low[d] = Math.max(low[d], other.low[d]);
      common.high[d] = Math.min(high[d], other.high[d]);
      common.cut[d] |= common.low[d] > low[d] || common.high[d] < high[d];
    }
    return common;
  }

  /** Returns the smallest box that contains both boxes. */
  Box union(Box other) {
    Box union = new Box(low.clone(), high.clone(), cut);
    for (int d = 0; d < low.length; d++) {
      union.low[d] = Math.min(low[d], other.low[d]);
      union.high[d] = Math.max(high[d], other.high[d]);
    }
    return union;
  }

  private boolean[] withCut(int d) {
    boolean[] more = cut.clone();
    more[d] = true;
    return more;
  }

  /**
   * Returns the request for the cells in this box, or empty if the box contains no requested
   * coordinate.
   *
   * @param request the request for all cells of the read
   */
  Optional<ReadRequest> request(ReadRequest request, List<Dimension> dimensions, SplitAxis[] axes) {
    boolean any = false;
    for (boolean one : cut) {
      any |= one;
    }
    if (!any) {
      return Optional.of(request);
    }
    Subarray part = Subarray.ALL;
    for (int d = 0; d < axes.length; d++) {
      List<Range> ranges = cut[d] ? axes[d].between(low[d], high[d]) : axes[d].wanted();
      if (ranges != null) {
        if (ranges.isEmpty()) {
          return Optional.empty();
        }
        part = part.and(dimensions.get(d).name(), ranges);
      }
    }
    return Optional.of(request.subarray(part));
  }
}
