package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Sums, minima and maxima of integers. A sum that was once beyond its type on the way, cell after
 * cell, stays so, as the reference engine has it.
 */
final class IntegerAccumulator extends FieldAccumulator {
  private final boolean unsigned;
  private final boolean wide;

  /** Makes the signed order of keys that of values. */
  private final long flip;

  private final WantedValues wanted;
  private final long[] chunk = new long[ColumnValues.CHUNK];
  private long[] sums = new long[1];
  private boolean[] beyond = new boolean[1];
  private long[] minKeys = {Long.MAX_VALUE};
  private long[] maxKeys = {Long.MIN_VALUE};

  IntegerAccumulator(OutputField field, WantedValues wanted) {
    super(field);
    this.unsigned = field.type().isUnsigned();
    this.wide = field.type().size() == Long.BYTES;
    this.flip = field.type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    this.wanted = wanted;
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    if (wanted.sum() && groups > sums.length) {
      sums = Arrays.copyOf(sums, roomFor(groups));
      beyond = Arrays.copyOf(beyond, roomFor(groups));
    }
    if (wanted.extremes() && groups > minKeys.length) {
      int before = minKeys.length;
      minKeys = Arrays.copyOf(minKeys, roomFor(groups));
      maxKeys = Arrays.copyOf(maxKeys, roomFor(groups));
      Arrays.fill(minKeys, before, minKeys.length, Long.MAX_VALUE);
      Arrays.fill(maxKeys, before, maxKeys.length, Long.MIN_VALUE);
    }
  }

  @Override
  long bytes() {
    return super.bytes() + (Long.BYTES + 1L) * sums.length + 2L * Long.BYTES * minKeys.length;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    ColumnValues.integers(column, from, count, chunk);
    for (int i = 0; selected != null && i < kept; i++) {
      chunk[i] = chunk[selected[i]];
    }
    if (wanted.sum()) {
      sum(kept, groups);
    }
    if (wanted.extremes()) {
      compare(kept, groups);
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
      addToSum(0, statistics.sumBits(tile));
    }
    if (hasValues(statistics, tile, cells)) {
      if (wanted.min()) {
        minKeys[0] = Math.min(minKeys[0], statistics.minBits(tile) ^ flip);
      }
      if (wanted.max()) {
        maxKeys[0] = Math.max(maxKeys[0], statistics.maxBits(tile) ^ flip);
      }
    }
  }

  private void sum(int count, int[] groups) {
    if (groups == null && !wide) {
      // far from the ends of 64 bits, wherever on the way
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += chunk[i];
      }
      addToSum(0, sum);
      return;
    }
    for (int i = 0; i < count; i++) {
      addToSum(groups == null ? 0 : groups[i], chunk[i]);
    }
  }

  private void addToSum(int group, long value) {
    long before = sums[group];
    long sum = before + value;
    sums[group] = sum;
    beyond[group] |=
        unsigned ? Long.compareUnsigned(sum, value) < 0 : ((before ^ sum) & (value ^ sum)) < 0;
  }

  private void compare(int count, int[] groups) {
    if (groups == null) {
      long min = minKeys[0];
      long max = maxKeys[0];
      for (int i = 0; i < count; i++) {
        min = Math.min(min, chunk[i] ^ flip);
        max = Math.max(max, chunk[i] ^ flip);
      }
      minKeys[0] = min;
      maxKeys[0] = max;
      return;
    }
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      minKeys[group] = Math.min(minKeys[group], chunk[i] ^ flip);
      maxKeys[group] = Math.max(maxKeys[group], chunk[i] ^ flip);
    }
  }

  @Override
  Column sums(String name, int[] groups) {
    return numbers(
        name,
        unsigned ? Datatype.UINT64 : Datatype.INT64,
        groups,
        group -> beyond[group] ? unsigned ? -1 : Long.MAX_VALUE : sums[group],
        field().nullable() ? group -> values(group) > 0 && !beyond[group] : null);
  }

  @Override
  Column means(String name, int[] groups) {
    return numbers(
        name,
        Datatype.FLOAT64,
        groups,
        group -> Double.doubleToLongBits(mean(group)),
        field().nullable() ? group -> values(group) > 0 && !beyond[group] : null);
  }

  private double mean(int group) {
    if (beyond[group]) {
      return Double.MAX_VALUE;
    }
    long sum = sums[group];
    // Half of a number of 64 bits, with its last bit kept for rounding, is a number of 63 bits.
    double sumOfAll = !unsigned || sum >= 0 ? sum : 2.0 * (sum >>> 1 | sum & 1);
    return sumOfAll / values(group);
  }

  @Override
  Column extremes(String name, int[] groups, boolean max) {
    long[] keys = max ? maxKeys : minKeys;
    return numbers(
        name,
        field().type(),
        groups,
        group -> values(group) > 0 ? keys[group] ^ flip : 0,
        whereThereAreValues());
  }
}
