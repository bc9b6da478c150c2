package io.azulejo.internal.write.dense;

/**
 * The way through the cells of a box, run after run: where each run begins in one numbering of
 * cells, which ascends by one from cell to cell of a run, and where in another, which ascends by a
 * fixed step.
 *
 * <p>Dimensions whose cells follow each other in both numberings are walked as one, so that runs
 * are as long as can be.
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
   * A way whose dimensions are to be added.
   *
   * @param start the number of the first cell
   * @param place the other number of the first cell
   * @param dimensions the most dimensions that are added
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
   * @param length the cells along it
   * @param stride from one to the next in the one numbering
   * @param step from one to the next in the other
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

  /** Goes to the next run, or the first one; false when there is none. */
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

  /** Where the run begins in the one numbering. */
  long index() {
    return index;
  }

  /** Where the run begins in the other numbering. */
  int cell() {
    return cell;
  }

  /** The cells of all runs before. */
  int before() {
    return before;
  }

  /** The cells of the run. */
  int length() {
    return lengths[0];
  }

  /** From one cell of the run to the next in the other numbering. */
  int step() {
    return steps[0];
  }

  /** How many cells are from one number to another, without that; goes to the end. */
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
