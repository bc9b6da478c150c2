package io.azulejo.internal.write.dense;

/**
 * Iterates over the cells of a box in runs and tracks two numberings of the cells. Within a run,
 * the first numbering (the index) grows by one per cell. The second (the cell) grows by a fixed
 * step.
 *
 * <p>Dimensions that are contiguous in both numberings are merged, so that runs are as long as
 * possible.
 */
final class CellPath {
  private final long start;
  private final int place;
  private final long[] strides;
  private final int[] steps;
  private final int[] lengths;
  private final int[] at;
  private int dimensions;
  private boolean started;
  private long index;
  private int cell;
  private int before;

  /**
   * Creates a path without dimensions; see {@link #add}.
   *
   * @param start index of the first cell
   * @param place number of the first cell in the second numbering
   * @param dimensions maximum number of dimensions that will be added
   */
  CellPath(long start, int place, int dimensions) {
    this.start = start;
    this.place = place;
    this.strides = new long[dimensions + 1];
    this.steps = new int[dimensions + 1];
    this.lengths = new int[dimensions + 1];
    this.at = new int[dimensions + 1];
  }

  /**
   * Adds the next slower dimension.
   *
   * @param length number of cells along the dimension
   * @param stride distance between adjacent cells in the first numbering
   * @param step distance between adjacent cells in the second numbering
   */
  void add(int length, long stride, int step) {
    if (length == 1) {
      return;
    }
    if (dimensions == 0 && stride != 1) {
      push(1, 1, 1); // a run ascends by one: here it is one cell
    }
    int last = dimensions - 1;
    if (last >= 0
        && strides[last] * lengths[last] == stride
        && (long) steps[last] * lengths[last] == step) {
      lengths[last] *= length;
    } else {
      push(length, stride, step);
    }
  }

  private void push(int length, long stride, int step) {
    lengths[dimensions] = length;
    strides[dimensions] = stride;
    steps[dimensions] = step;
    dimensions++;
  }

  /**
   * Moves to the next run, or to the first one on the first call. Returns false after the last run.
   */
  boolean next() {
    if (!started) {
      started = true;
      if (dimensions == 0) {
        push(1, 1, 1);
      }
      index = start;
      cell = place;
      return true;
    }
    before += lengths[0];
    for (int d = 1; d < dimensions; d++) {
      index += strides[d];
      cell += steps[d];
      if (++at[d] < lengths[d]) {
        return true;
      }
      index -= lengths[d] * strides[d];
      cell -= lengths[d] * steps[d];
      at[d] = 0;
    }
    return false;
  }

  /** Returns the start of the run in the first numbering. */
  long index() {
    return index;
  }

  /** Returns the start of the run in the second numbering. */
  int cell() {
    return cell;
  }

  /** Returns the number of cells in all previous runs. */
  int before() {
    return before;
  }

  /** Returns the number of cells in the run. */
  int length() {
    return lengths[0];
  }

  /** Returns the distance between adjacent cells of the run in the second numbering. */
  int step() {
    return steps[0];
  }

  /**
   * Returns how many of the path's cells have an index from {@code from} to {@code to} (exclusive).
   * Moves to the end of the path.
   */
  int count(long from, long to) {
    long count = 0;
    while (next()) {
      long low = Math.max(from, index);
      long high = Math.min(to, index + lengths[0]);
      count += Math.max(0, high - low);
    }
    return (int) count;
  }
}
