package io.azulejo.plot;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Bins that are painted once: the first owner keeps a bin. */
final class BinOwners {
  private final double[] values;
  private final int columns;

  /** The next bin of the row that may be free, at or after each bin. */
  private final int[] free;

  /** Creates bins without owners. */
  BinOwners(int columns, int rows) {
    this.columns = columns;
    values = new double[columns * rows];
    Arrays.fill(values, Double.NaN);
    free = IntStream.range(0, (columns + 1) * rows).toArray();
  }

  /** Paints the free bins of a box, which is at least one bin wide and high. */
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

  /** Returns the bins that a box covers at least in part: left, right, top and bottom. */
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

  /** Returns the owner of each bin, row by row; NaN for none. */
  double[] values() {
    return values;
  }
}
