package io.azulejo.internal.read.split;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;

/**
 * A box of a read's cells: in each dimension the numbers of its axis from one to another.
 *
 * @param low the first numbers
 * @param high the last numbers
 * @param cut in which dimensions they are not all that is asked for
 */
record Box(long[] low, long[] high, boolean[] cut) {
  /** What is before a number of a dimension. */
  Box before(int d, long number) {
    long[] end = high.clone();
    end[d] = number - 1;
    return new Box(low, end, withCut(d));
  }

  /** What is from a number of a dimension on. */
  Box from(int d, long number) {
    long[] start = low.clone();
    start[d] = number;
    return new Box(start, high, withCut(d));
  }

  /**
   * What two boxes have in common; nothing if the first number of a dimension is behind the last.
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

  /** The smallest box around two boxes. */
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
   * The request of the cells in the box; empty if there are none.
   *
   * @param request the request of all of them
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
