package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Sums, minima and maxima of floating-point numbers. They are added one after the other, so that
 * the sum does not depend on how cells were cut into batches.
 */
final class FloatingPointAccumulator extends FieldAccumulator {
  private final WantedValues wanted;
  private final double[] chunk = new double[ColumnValues.CHUNK];
  private double[] sums = new double[1];

  /**
   * Whether a value was infinite: then an infinite sum is right, else it is one that overflowed.
   */
  private boolean[] infinite = new boolean[1];

  private double[] min = {Double.NaN};
  private double[] max = {Double.NaN};

  FloatingPointAccumulator(OutputField field, WantedValues wanted) {
    super(field);
    this.wanted = wanted;
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    int before = sums.length;
    if (groups > before) {
      int length = roomFor(groups);
      sums = Arrays.copyOf(sums, length);
      infinite = Arrays.copyOf(infinite, length);
      min = Arrays.copyOf(min, length);
      max = Arrays.copyOf(max, length);
      Arrays.fill(min, before, length, Double.NaN);
      Arrays.fill(max, before, length, Double.NaN);
    }
  }

  @Override
  long bytes() {
    return super.bytes() + (3L * Double.BYTES + 1) * sums.length;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    ColumnValues.floatingPoints(column, from, count, chunk);
    for (int i = 0; selected != null && i < kept; i++) {
      chunk[i] = chunk[selected[i]];
    }
    if (groups == null) {
      takeAll(kept);
    } else {
      for (int i = 0; i < kept; i++) {
        addValue(groups[i], chunk[i]);
      }
    }
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return super.isKnown(statistics, tile, cells)
        && (!wanted.sum() || statistics.exactSum(tile))
        && (!hasValues(statistics, tile, cells) || wanted.areExact(statistics, tile));
  }

  @Override
  void add(TileStatistics statistics, int tile, long cells) {
    super.add(statistics, tile, cells);
    if (wanted.sum()) {
      addSum(0, Double.longBitsToDouble(statistics.sumBits(tile)));
    }
    if (hasValues(statistics, tile, cells)) {
      if (wanted.min()) {
        min[0] = lesser(min[0], number(statistics.minBits(tile)));
      }
      if (wanted.max()) {
        max[0] = greater(max[0], number(statistics.maxBits(tile)));
      }
    }
  }

  private double number(long bits) {
    return field().type() == Datatype.FLOAT32
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  private void takeAll(int count) {
    double sum = sums[0];
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      sum += chunk[i];
      low = chunk[i] < low ? chunk[i] : low;
      high = chunk[i] > high ? chunk[i] : high;
    }
    if (Double.isFinite(sum)) {
      if (low == 0 || high == 0) {
        // Comparisons do not distinguish the zeros.
        for (int i = 0; i < count; i++) {
          low = Math.min(low, chunk[i]);
          high = Math.max(high, chunk[i]);
        }
      }
      sums[0] = sum;
      min[0] = lesser(min[0], low);
      max[0] = greater(max[0], high);
      return;
    }
    // Infinities or NaN are among them, or came before: one by one.
    for (int i = 0; i < count; i++) {
      addValue(0, chunk[i]);
    }
  }

  private void addValue(int group, double value) {
    addSum(group, value);
    min[group] = lesser(min[group], value);
    max[group] = greater(max[group], value);
  }

  private void addSum(int group, double value) {
    sums[group] += value;
    infinite[group] |= Double.isInfinite(value);
  }

  /** The lesser one, or that which is no NaN; -0.0 is less than 0.0. */
  private static double lesser(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
  }

  private static double greater(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  private boolean overflowed(int group) {
    return Double.isInfinite(sums[group]) && !infinite[group];
  }

  @Override
  Column sums(String name, int[] groups) {
    return numbers(
        name,
        Datatype.FLOAT64,
        groups,
        group -> Double.doubleToLongBits(overflowed(group) ? Double.MAX_VALUE : sums[group]),
        field().nullable() ? group -> values(group) > 0 && !overflowed(group) : null);
  }

  @Override
  Column means(String name, int[] groups) {
    return numbers(
        name,
        Datatype.FLOAT64,
        groups,
        group ->
            Double.doubleToLongBits(
                overflowed(group) ? Double.MAX_VALUE : sums[group] / values(group)),
        field().nullable() ? group -> values(group) > 0 && !overflowed(group) : null);
  }

  @Override
  Column extremes(String name, int[] groups, boolean wantsMax) {
    double[] extremes = wantsMax ? max : min;
    return numbers(
        name,
        field().type(),
        groups,
        group -> values(group) > 0 ? bits(extremes[group]) : 0,
        whereThereAreValues());
  }

  private long bits(double value) {
    return field().type() == Datatype.FLOAT32
        ? Float.floatToIntBits((float) value)
        : Double.doubleToLongBits(value);
  }
}
