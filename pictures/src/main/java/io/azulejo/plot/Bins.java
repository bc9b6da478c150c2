package io.azulejo.plot;

import io.azulejo.query.Batch;
import java.util.Arrays;

/**
 * How many cells are in each bin of two axes, and the sum of their values, or which of their
 * categories is the most frequent one: for each of several panels.
 */
final class Bins {
  private final FieldPositions x;
  private final FieldPositions y;
  private final FieldPositions values;
  private final FieldPositions by;
  private final int size;
  private final double[] sums;
  private final long[] counts;
  private final int[] votes;
  private final int names;

  /**
   * Bins without cells.
   *
   * @param values the values that are summed up; null for none
   * @param by the panels; null for one
   */
  Bins(FieldPositions x, FieldPositions y, FieldPositions values, FieldPositions by) {
    this.x = x;
    this.y = y;
    this.values = values;
    this.by = by;
    size = x.axis().bins() * y.axis().bins();
    boolean named = values != null && values.categories() != null;
    names = named ? values.categories().names().size() : 0;
    int panels = by == null ? 1 : by.axis().bins();
    counts = new long[size * panels];
    sums = values == null || named ? null : new double[counts.length];
    votes = named ? new int[counts.length * names] : null;
  }

  /** Adds the cells of a batch, which were loaded, that have places on both axes, and a value. */
  void add(Batch batch) {
    int columns = x.axis().bins();
    for (int row = 0; row < batch.rows(); row++) {
      int column = x.bin(row);
      int line = y.bin(row);
      int panel = by == null ? 0 : by.bin(row);
      double value = values == null ? 0 : values.value(row);
      if (column >= 0 && line >= 0 && panel >= 0 && !Double.isNaN(value)) {
        int at = panel * size + line * columns + column;
        counts[at]++;
        if (votes != null) {
          votes[at * names + (int) value]++;
        } else if (sums != null) {
          sums[at] += value;
        }
      }
    }
  }

  /** The cells of the bin that has most of them. */
  long max() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Which part of all bins has cells. */
  double filled() {
    return (double) Arrays.stream(counts).filter(c -> c > 0).count() / counts.length;
  }

  /** The bins of all panels. */
  int size() {
    return counts.length;
  }

  /** The cells of each bin; NaN for none. */
  double[] counts() {
    return Arrays.stream(counts).mapToDouble(c -> c == 0 ? Double.NaN : c).toArray();
  }

  /** The mean of the values of each bin, or the most frequent category; NaN for none. */
  double[] values() {
    double[] shown = new double[counts.length];
    for (int i = 0; i < shown.length; i++) {
      shown[i] = counts[i] == 0 ? Double.NaN : votes == null ? sums[i] / counts[i] : mostVoted(i);
    }
    return shown;
  }

  private int mostVoted(int bin) {
    int best = 0;
    for (int name = 1; name < names; name++) {
      best = votes[bin * names + name] > votes[bin * names + best] ? name : best;
    }
    return best;
  }

  /** The values of the bins of a panel. */
  double[] ofPanel(double[] all, int panel) {
    return Arrays.copyOfRange(all, panel * size, (panel + 1) * size);
  }
}
