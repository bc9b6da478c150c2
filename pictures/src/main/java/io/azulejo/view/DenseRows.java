package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the cells of a box of a dense array in row-major order, and finds the boxes that contain
 * a range of these rows.
 */
final class DenseRows {
  private final List<Dimension> dimensions;
  private final long[] lows;
  private final long[] lengths;
  private final long[] strides; // for each dimension, the number of rows for one step along it
  private final long total;

  DenseRows(Array array, Subarray part) {
    dimensions = array.schema().dimensions();
    NDRange written = array.nonEmptyDomain().orElseThrow();
    lows = new long[dimensions.size()];
    lengths = new long[lows.length];
    strides = new long[lows.length];
    long rows = 1;
    for (int d = lows.length - 1; d >= 0; d--) {
      List<Range> ranges = part.ranges().getOrDefault(dimensions.get(d).name(), List.of());
      Range.Longs range = (Range.Longs) (ranges.isEmpty() ? written.get(d) : ranges.get(0));
      lows[d] = range.low();
      long length = range.high() - range.low() + 1;
      lengths[d] = length <= 0 ? Long.MAX_VALUE : length;
      strides[d] = rows;
      rows =
          Math.multiplyHigh(rows, lengths[d]) != 0 || rows * lengths[d] < 0
              ? Long.MAX_VALUE
              : rows * lengths[d];
    }
    total = rows;
  }

  /**
   * Returns whether a subarray is a box: it selects by dimensions only, with one range for each and
   * without steps.
   */
  static boolean isBox(Array array, Subarray part) {
    return part.ranges().entrySet().stream()
        .allMatch(
            e ->
                array.schema().dimension(e.getKey()).isPresent()
                    && e.getValue().size() == 1
                    && e.getValue().get(0) instanceof Range.Longs);
  }

  /** Returns the number of rows, at most {@link Long#MAX_VALUE}. */
  long total() {
    return total;
  }

  /**
   * Returns the boxes that contain a range of rows, in order. There are only a few, whatever the
   * length of the range.
   *
   * @param first the first row
   * @param count the number of rows; rows beyond the end are ignored
   */
  List<Subarray> boxes(long first, long count) {
    List<Subarray> boxes = new ArrayList<>();
    if (first < total) {
      add(boxes, 0, first, first + Math.min(count, total - first), Subarray.ALL);
    }
    return boxes;
  }

  /**
   * Adds the boxes of a range of rows within a subarray that fixes the dimensions before {@code d}.
   *
   * @param from the first row, relative to the subarray
   * @param to the end of the rows, exclusive
   */
  private void add(List<Subarray> boxes, int d, long from, long to, Subarray fixed) {
    if (from >= to) {
      return;
    }
    long stride = strides[d];
    long whole = from / stride + (from % stride == 0 ? 0 : 1);
    long end = to / stride;
    if (whole > end) {
      // The range lies within one step of this dimension.
      add(
          boxes,
          d + 1,
          from % stride,
          from % stride + (to - from),
          at(d, from / stride, from / stride, fixed));
      return;
    }
    if (from % stride != 0) {
      add(boxes, d + 1, from % stride, stride, at(d, whole - 1, whole - 1, fixed));
    }
    if (whole < end) {
      boxes.add(rest(d + 1, at(d, whole, end - 1, fixed)));
    }
    if (to % stride != 0) {
      add(boxes, d + 1, 0, to % stride, at(d, end, end, fixed));
    }
  }

  private Subarray at(int d, long from, long to, Subarray fixed) {
    return fixed.and(dimensions.get(d).name(), lows[d] + from, lows[d] + to);
  }

  private Subarray rest(int d, Subarray fixed) {
    Subarray box = fixed;
    for (int i = d; i < lows.length; i++) {
      box = box.and(dimensions.get(i).name(), lows[i], lows[i] + lengths[i] - 1);
    }
    return box;
  }
}
