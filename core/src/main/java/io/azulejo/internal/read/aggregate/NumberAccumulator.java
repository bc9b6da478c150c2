package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Set;

/**
 * Computes sums, means, minima and maxima of numbers, datetimes and times.
 *
 * <p>An integer sum that overflows its type at any cell stays overflowed, as in the reference
 * engine. Means use 128-bit sums. Floating-point numbers are added one after another, so that the
 * sum does not depend on how cells are divided into batches.
 */
final class NumberAccumulator extends FieldAccumulator {
  /** Maximum number of bits of the integers that a double represents exactly. */
  private static final int PRECISION = 53;

  /**
   * Number of bits per integer up to which the sum of {@link #CHUNK} integers fits into 62 bits.
   */
  private static final int SMALL = 50;

  private final Datatype type;
  private final boolean real;
  private final boolean unsigned;
  private final boolean sum;
  private final boolean min;
  private final boolean max;

  /** Lower 64 bits of the integer sum of each group. */
  private long[] sums = new long[1];

  /** Upper 64 bits of the integer sum of each group. */
  private long[] sumsHigh = new long[1];

  /**
   * Whether the integer sum of a group overflowed, or a floating-point value of the group is
   * infinite.
   */
  private boolean[] beyond = new boolean[1];

  private double[] realSums = new double[1];

  /** Accumulated rounding error of each sum, by which means are corrected (Neumaier summation). */
  private double[] lost = new double[1];

  private long[] mins = {Long.MAX_VALUE};
  private long[] maxes = {Long.MIN_VALUE};

  NumberAccumulator(OutputField field, boolean withoutNan, Set<Function> wanted) {
    super(field, withoutNan, true);
    type = field.type();
    real = type.isFloatingPoint();
    unsigned = type.isUnsigned();
    sum = wanted.contains(Function.SUM) || wanted.contains(Function.MEAN);
    min = wanted.contains(Function.MIN);
    max = wanted.contains(Function.MAX);
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    int length = roomFor(groups);
    if (sum && groups > beyond.length) {
      beyond = Arrays.copyOf(beyond, length);
      realSums = real ? Arrays.copyOf(realSums, length) : realSums;
      lost = real ? Arrays.copyOf(lost, length) : lost;
      sums = real ? sums : Arrays.copyOf(sums, length);
      sumsHigh = real ? sumsHigh : Arrays.copyOf(sumsHigh, length);
    }
    if ((min || max) && groups > mins.length) {
      int before = mins.length;
      mins = Arrays.copyOf(mins, length);
      maxes = Arrays.copyOf(maxes, length);
      Arrays.fill(mins, before, length, Long.MAX_VALUE);
      Arrays.fill(maxes, before, length, Long.MIN_VALUE);
    }
  }

  @Override
  long bytes() {
    return super.bytes()
        + beyond.length
        + (long) Long.BYTES * (2 * sums.length + 2 * realSums.length + 2 * mins.length);
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int[] groups) {
    if (sum) {
      sum(count, groups);
    }
    if (min || max) {
      compare(count, groups);
    }
  }

  private void sum(int count, int[] groups) {
    long[] keys = keys();
    if (real && groups == null) {
      double all = realSums[0];
      double rounding = lost[0];
      boolean infinite = false;
      for (int i = 0; i < count; i++) {
        double value = number(keys[i]);
        double next = all + value;
        rounding += lost(all, value, next);
        all = next;
        infinite |= Double.isInfinite(value);
      }
      realSums[0] = all;
      lost[0] = rounding;
      beyond[0] |= infinite;
    } else if (real) {
      for (int i = 0; i < count; i++) {
        int group = groups[i];
        double value = number(keys[i]);
        double next = realSums[group] + value;
        lost[group] += lost(realSums[group], value, next);
        realSums[group] = next;
        beyond[group] |= Double.isInfinite(value);
      }
    } else if (groups != null || !addSmall(count)) {
      for (int i = 0; i < count; i++) {
        addInteger(groups == null ? 0 : groups[i], CoordinateKeys.toInteger(type, keys[i]));
      }
    }
  }

  /** Returns the rounding error of a sum. */
  private static double lost(double a, double b, double sum) {
    return Math.abs(a) >= Math.abs(b) ? a - sum + b : b - sum + a;
  }

  /**
   * Adds all keys to the sum of group 0 if neither the keys nor the sum are so large that the sum
   * could overflow. Returns whether they were added.
   */
  private boolean addSmall(int count) {
    long[] keys = keys();
    long all = 0;
    long bits = 0;
    for (int i = 0; i < count; i++) {
      long value = CoordinateKeys.toInteger(type, keys[i]);
      all += value;
      bits |= unsigned ? value : value ^ value >> Long.SIZE - 1;
    }
    boolean small =
        bits >>> SMALL == 0
            && sumsHigh[0] == sums[0] >> Long.SIZE - 1
            && (sums[0] ^ sumsHigh[0]) >>> Long.SIZE - 2 == 0;
    if (small) {
      addInteger(0, all);
    }
    return small;
  }

  private void addInteger(int group, long value) {
    long before = sums[group];
    long after = before + value;
    boolean carry = Long.compareUnsigned(after, value) < 0;
    sums[group] = after;
    sumsHigh[group] += (unsigned ? 0 : value >> Long.SIZE - 1) + (carry ? 1 : 0);
    beyond[group] |= unsigned ? carry : ((before ^ after) & (value ^ after)) < 0;
  }

  private void compare(int count, int[] groups) {
    long[] keys = keys();
    if (groups == null) {
      long least = mins[0];
      long greatest = maxes[0];
      for (int i = 0; i < count; i++) {
        least = Math.min(least, keys[i]);
        greatest = Math.max(greatest, keys[i]);
      }
      mins[0] = least;
      maxes[0] = greatest;
      return;
    }
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      mins[group] = Math.min(mins[group], keys[i]);
      maxes[group] = Math.max(maxes[group], keys[i]);
    }
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return super.isKnown(statistics, tile, cells)
        && (!sum || statistics.exactSum(tile))
        && (!hasValues(statistics, tile, cells)
            || ((!min || statistics.exactMin(tile)) && (!max || statistics.exactMax(tile))));
  }

  @Override
  void add(TileStatistics statistics, int tile, long cells) {
    super.add(statistics, tile, cells);
    if (sum && real) {
      realSums[0] += Double.longBitsToDouble(statistics.sumBits(tile));
    } else if (sum) {
      addInteger(0, statistics.sumBits(tile));
    }
    if (hasValues(statistics, tile, cells)) {
      mins[0] = min ? Math.min(mins[0], key(statistics.minBits(tile))) : mins[0];
      maxes[0] = max ? Math.max(maxes[0], key(statistics.maxBits(tile))) : maxes[0];
    }
  }

  /**
   * Returns the key of a number of the field's type.
   *
   * @param bits the bits of the number
   */
  private long key(long bits) {
    return switch (type) {
      case FLOAT32 -> CoordinateKeys.ofFloatingPoint(type, Float.intBitsToFloat((int) bits));
      case FLOAT64 -> CoordinateKeys.ofFloatingPoint(type, Double.longBitsToDouble(bits));
      default -> CoordinateKeys.ofInteger(type, bits);
    };
  }

  @Override
  Column column(Aggregate aggregate, int[] groups) {
    Datatype sums = real ? Datatype.FLOAT64 : unsigned ? Datatype.UINT64 : Datatype.INT64;
    return switch (aggregate.function()) {
      case SUM ->
          column(
              aggregate,
              sums,
              groups,
              real ? group -> Double.doubleToLongBits(realSum(group)) : this::integerSum,
              group -> values(group) > 0 && !overflowed(group));
      case MEAN -> means(aggregate, groups);
      case MIN, MAX -> {
        long[] extremes = aggregate.function() == Function.MIN ? mins : maxes;
        yield column(
            aggregate, type, groups, group -> extreme(extremes, group), group -> values(group) > 0);
      }
      default -> super.column(aggregate, groups);
    };
  }

  private boolean overflowed(int group) {
    return real
        ? Double.isInfinite(realSums[group]) && !beyond[group] && !hasNan(group)
        : beyond[group];
  }

  private double realSum(int group) {
    return overflowed(group) ? Double.MAX_VALUE : hasNan(group) ? Double.NaN : realSums[group];
  }

  private long integerSum(int group) {
    return beyond[group] ? unsigned ? -1 : Long.MAX_VALUE : sums[group];
  }

  private Column means(Aggregate aggregate, int[] groups) {
    if (type.isDatetime() && withoutNan()) {
      return column(aggregate, type, groups, this::datetime, group -> values(group) > 0);
    }
    return column(
        aggregate,
        Datatype.FLOAT64,
        groups,
        group -> Double.doubleToLongBits(mean(group)),
        group -> values(group) > 0 && !(real && overflowed(group)));
  }

  private double mean(int group) {
    if (real) {
      double all = realSum(group);
      return overflowed(group)
          ? all
          : (Double.isFinite(all) ? all + lost[group] : all) / numbers(group);
    }
    BigInteger all = exactSum(group);
    if (hasNan(group)) {
      return Double.NaN;
    }
    return all.bitLength() <= PRECISION
        ? all.doubleValue() / numbers(group)
        : new BigDecimal(all)
            .divide(BigDecimal.valueOf(numbers(group)), MathContext.DECIMAL128)
            .doubleValue();
  }

  /** Returns the mean of datetimes, rounded down, or NaT if a group has none. */
  private long datetime(int group) {
    if (numbers(group) == 0) {
      return Long.MIN_VALUE;
    }
    return new BigDecimal(exactSum(group))
        .divide(BigDecimal.valueOf(numbers(group)), 0, RoundingMode.FLOOR)
        .longValueExact();
  }

  private BigInteger exactSum(int group) {
    BigInteger low = new BigInteger(Long.toUnsignedString(sums[group]));
    return BigInteger.valueOf(sumsHigh[group]).shiftLeft(Long.SIZE).add(low);
  }

  private long extreme(long[] extremes, int group) {
    if (values(group) == 0) {
      return 0;
    }
    boolean none = numbers(group) == 0;
    return switch (type) {
      case FLOAT32 -> Float.floatToIntBits(none ? Float.NaN : (float) number(extremes[group]));
      case FLOAT64 -> Double.doubleToLongBits(none ? Double.NaN : number(extremes[group]));
      default -> none ? Long.MIN_VALUE : CoordinateKeys.toInteger(type, extremes[group]);
    };
  }
}
