package io.azulejo.plot;

import io.azulejo.query.Batch;
import java.util.Arrays;

/** How many cells are in each bin of two axes, and the sum of their values. */
final class Bins {
  private final FieldPositions x;
  private final FieldPositions y;
  private final FieldPositions values;
  private final double[] sums;
  private final long[] counts;

  /**
   * Bins without cells.
   *
   * @param values the values that are summed up; null for none
   */
  Bins(FieldPositions x, FieldPositions y, FieldPositions values) {
    this.x = x;
    this.y = y;
    this.values = values;
    sums = new double[x.axis().bins() * y.axis().bins()];
    counts = new long[sums.length];
  }

  /** Adds the cells of a batch that have places on both axes, and a value. */
  void add(Batch batch) {
    x.load(batch);
    y.load(batch);
    if (values != null) {
      values.load(batch);
    }
    int columns = x.axis().bins();
    for (int row = 0; row < batch.rows(); row++) {
      int column = x.bin(row);
      int line = y.bin(row);
      double value = values == null ? 0 : values.value(row);
      if (column >= 0 && line >= 0 && !Double.isNaN(value)) {
        counts[line * columns + column]++;
        sums[line * columns + column] += value;
      }
    }
  }

  /** The cells of the bin that has most of them. */
  long max() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** The cells of each bin; NaN for none. */
  double[] counts() {
    return Arrays.stream(counts).mapToDouble(c -> c == 0 ? Double.NaN : c).toArray();
  }

  /** The mean of the values of each bin; NaN for none. */
  double[] means() {
    double[] means = new double[sums.length];
    for (int i = 0; i < means.length; i++) {
      means[i] = counts[i] == 0 ? Double.NaN : sums[i] / counts[i];
    }
    return means;
  }
}
