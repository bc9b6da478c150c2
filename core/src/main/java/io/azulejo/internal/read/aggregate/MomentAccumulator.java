package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/** Variances, by the mean so far and the squares of the distances from it (Welford's way). */
final class MomentAccumulator extends FieldAccumulator {
  private final double[] chunk = new double[ColumnValues.CHUNK];
  private final long[] integers = new long[ColumnValues.CHUNK];
  private long[] counts = new long[1];
  private double[] means = new double[1];
  private double[] squares = new double[1];

  MomentAccumulator(OutputField field) {
    super(field);
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
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    if (field().type().isFloatingPoint()) {
      ColumnValues.floatingPoints(column, from, count, chunk);
    } else {
      ColumnValues.integers(column, from, count, integers);
      boolean unsigned = field().type() == Datatype.UINT64;
      for (int i = 0; i < count; i++) {
        long value = integers[i];
        chunk[i] = value >= 0 || !unsigned ? value : 2.0 * (value >>> 1 | value & 1);
      }
    }
    for (int i = 0; i < kept; i++) {
      int group = groups == null ? 0 : groups[i];
      double value = chunk[selected == null ? i : selected[i]];
      long number = ++counts[group];
      double distance = value - means[group];
      means[group] += distance / number;
      squares[group] += distance * (value - means[group]);
    }
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return false;
  }

  @Override
  Column variances(String name, int[] groups, boolean root) {
    return numbers(
        name,
        Datatype.FLOAT64,
        groups,
        group -> {
          double variance = counts[group] < 2 ? Double.NaN : squares[group] / (counts[group] - 1);
          return Double.doubleToLongBits(root ? Math.sqrt(variance) : variance);
        },
        field().nullable() ? group -> counts[group] > 1 : null);
  }
}
