package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Computes variances and standard deviations from running means and sums of squared deviations
 * (Welford's algorithm).
 */
final class MomentAccumulator extends FieldAccumulator {
  private long[] counts = new long[1];
  private double[] means = new double[1];
  private double[] squares = new double[1];

  MomentAccumulator(OutputField field, boolean withoutNan) {
    super(field, withoutNan, true);
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    if (groups > counts.length) {
      counts = Arrays.copyOf(counts, roomFor(groups));
      means = Arrays.copyOf(means, counts.length);
      squares = Arrays.copyOf(squares, counts.length);
    }
  }

  @Override
  long bytes() {
    return super.bytes() + 3L * Long.BYTES * counts.length;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int[] groups) {
    for (int i = 0; i < count; i++) {
      int group = groups == null ? 0 : groups[i];
      double value = number(keys()[i]);
      long number = ++counts[group];
      double distance = value - means[group];
      means[group] += distance / number;
      squares[group] += distance * (value - means[group]);
    }
  }

  @Override
  Column column(Aggregate aggregate, int[] groups) {
    boolean root = aggregate.function() == Function.STDDEV;
    return column(
        aggregate,
        Datatype.FLOAT64,
        groups,
        group -> {
          double variance =
              counts[group] < 2 || hasNan(group)
                  ? Double.NaN
                  : squares[group] / (counts[group] - 1);
          return Double.doubleToLongBits(root ? Math.sqrt(variance) : variance);
        },
        group -> values(group) > 1);
  }
}
