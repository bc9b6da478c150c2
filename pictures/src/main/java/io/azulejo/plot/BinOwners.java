package io.azulejo.plot;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Bins that are painted only once: each keeps its first owner. */
final class BinOwners {
  private final double[] values;
  private final int columns;

  /**
   * For each bin, the bin itself if it is free, or else a later bin of its row. Following these
   * links leads to the next free bin.
   */
  private final int[] free;

  /** Creates bins that have no owners. */
  BinOwners(int columns, int rows) {
    this.columns = columns;
    values = new double[columns * rows];
    Arrays.fill(values, Double.NaN);
    free = IntStream.range(0, (columns + 1) * rows).toArray();
  }

  /**
   * Paints the free bins of a box. A box covers at least one bin.
   *
   * @param edges the left, right, top and bottom edge of the box, in bins
   */
  void paint(double[] edges, double owner) {
    int[] box = box(edges, columns, values.length / columns);
    for (int row = box[2]; row < box[3]; row++) {
      int base = row * (columns + 1);
      for (int at = next(base + box[0]); at < base + box[1]; at = next(at)) {
        values[at - row] = owner;
        free[at] = at + 1;
      }
    }
  }

  /**
   * Returns the bins that a box covers at least in part, as {left, right, top, bottom}. Right and
   * bottom are exclusive.
   */
  static int[] box(double[] edges, int columns, int rows) {
    int left = Math.min(columns - 1, (int) edges[0]);
    int top = Math.min(rows - 1, (int) edges[2]);
    return new int[] {
      left,
      Math.max(left + 1, (int) Math.ceil(edges[1])),
      top,
      Math.max(top + 1, (int) Math.ceil(edges[3]))
    };
  }

  private int next(int at) {
    int end = at;
    while (free[end] != end) {
      end = free[end];
    }
    for (int step = at; step != end; ) {
      int after = free[step];
      free[step] = end;
      step = after;
    }
    return end;
  }

  /** Returns the owner of each bin, row by row, with NaN for bins that have none. */
  double[] values() {
    return values;
  }
}
