package io.azulejo.plot;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Bins that are painted once: the first who comes keeps them. */
final class BinOwners {
  private final double[] values;
  private final int columns;

  /** For each bin, the next one in its row, or itself, that may be free. */
  private final int[] free;

  /** Bins that nobody has. */
  BinOwners(int columns, int rows) {
    this.columns = columns;
    values = new double[columns * rows];
    Arrays.fill(values, Double.NaN);
    free = IntStream.range(0, (columns + 1) * rows).toArray();
  }

  /** Paints the bins that are left of a box, at least one bin wide and high. */
  void paint(double[] edges, double owner) {
    int left = Math.min(columns - 1, (int) edges[0]);
    int right = Math.max(left + 1, (int) Math.ceil(edges[1]));
    int top = Math.min(values.length / columns - 1, (int) edges[2]);
    int bottom = Math.max(top + 1, (int) Math.ceil(edges[3]));
    for (int row = top; row < bottom; row++) {
      int base = row * (columns + 1);
      for (int at = next(base + left); at < base + right; at = next(at)) {
        values[at - row] = owner;
        free[at] = at + 1;
      }
    }
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

  /** The owner of each bin, row by row; NaN for none. */
  double[] values() {
    return values;
  }
}
