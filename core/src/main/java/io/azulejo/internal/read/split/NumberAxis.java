package io.azulejo.internal.read.split;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.TileIndex;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A numeric dimension. Its axis numbers are the keys of {@link CoordinateKeys}. */
final class NumberAxis implements SplitAxis {
  private final Datatype type;
  private final TileIndex grid;
  private final List<Range> wanted;

  /** The requested ranges, sorted by their lower bounds. */
  private final Range[] sorted;

  /** Lower bounds of the sorted ranges, as keys. */
  private final long[] lows;

  /** Upper bounds of the sorted ranges, as keys. */
  private final long[] highs;

  /** Number of coordinates in the sorted ranges before each one; null if ranges overlap. */
  private final double[] before;

  /** Whether the ranges are requested in ascending order and do not overlap. */
  private final boolean ascending;

  /**
   * Creates the axis of a dimension.
   *
   * @param wanted the requested ranges, or the domain if the request has none
   */
  NumberAxis(Dimension dimension, List<Range> wanted) {
    this.type = dimension.type();
    this.grid = dimension.extent().isPresent() ? new TileIndex(dimension) : null;
    this.wanted = wanted;
    sorted = wanted.toArray(Range[]::new);
    Arrays.sort(sorted, Comparator.comparingLong(range -> CoordinateKeys.low(type, range)));
    lows = Arrays.stream(sorted).mapToLong(range -> CoordinateKeys.low(type, range)).toArray();
    highs = Arrays.stream(sorted).mapToLong(range -> CoordinateKeys.high(type, range)).toArray();
    boolean apart = true;
    for (int i = 1; i < sorted.length; i++) {
      apart &= lows[i] > highs[i - 1];
    }
    before = apart ? new double[sorted.length + 1] : null;
    for (int i = 0; apart && i < sorted.length; i++) {
      before[i + 1] = before[i] + count(i, lows[i], highs[i]);
    }
    ascending = apart && Arrays.asList(sorted).equals(wanted);
  }

  @Override
  public List<Range> wanted() {
    return wanted;
  }

  /** Returns the smallest requested key. */
  long low() {
    return lows[0];
  }

  /**
   * Returns the largest end of a requested range. If that range has a step, the key itself may not
   * be requested.
   */
  long high() {
    return Arrays.stream(highs).max().orElseThrow();
  }

  @Override
  public List<Range> between(long low, long high) {
    List<Range> left = new ArrayList<>();
    int begin = ascending ? firstReaching(low) : 0;
    int end = ascending ? endBefore(high) : wanted.size();
    for (Range range : begin < end ? wanted.subList(begin, end) : List.<Range>of()) {
      long from = first(range, low);
      long to = Math.min(high, CoordinateKeys.high(type, range));
      if (low <= from && from <= to) {
        left.add(range(range, from, to));
      }
    }
    return left;
  }

  /**
   * Returns the first key of a stepped range that is at least {@code low}. If the range has no such
   * key, the calculation overflows, and the result is less than {@code low}.
   */
  private long first(Range range, long low) {
    long first = CoordinateKeys.low(type, range);
    long step = step(range);
    return first < low ? first + stepsTo(low - first, step) * step : first;
  }

  private static long step(Range range) {
    return range instanceof Range.Strided strided ? strided.step() : 1;
  }

  /** Returns the number of steps that cover an unsigned distance, rounded up. */
  private static long stepsTo(long distance, long step) {
    long steps = Long.divideUnsigned(distance, step);
    return Long.remainderUnsigned(distance, step) == 0 ? steps : steps + 1;
  }

  private Range range(Range like, long from, long to) {
    if (like instanceof Range.Doubles) {
      return Range.of(
          CoordinateKeys.toFloatingPoint(type, from), CoordinateKeys.toFloatingPoint(type, to));
    }
    long low = CoordinateKeys.toInteger(type, from);
    long high = CoordinateKeys.toInteger(type, to);
    return like instanceof Range.Strided strided
        ? new Range.Strided(low, high, strided.step())
        : Range.of(low, high);
  }

  /**
   * Returns the number of requested coordinates between two keys, both inclusive. Coordinates in
   * several ranges count once per range.
   */
  double count(long low, long high) {
    if (before == null) {
      double count = 0;
      for (int i = 0; i < sorted.length && lows[i] <= high; i++) {
        count += count(i, low, high);
      }
      return count;
    }
    int begin = firstReaching(low);
    int last = endBefore(high) - 1;
    if (begin >= last) {
      return begin > last ? 0 : count(begin, low, high);
    }
    // Only the outermost ranges may extend beyond the interval.
    return count(begin, low, high) + (before[last] - before[begin + 1]) + count(last, low, high);
  }

  /** Returns the number of coordinates of one sorted range between two keys, both inclusive. */
  private double count(int index, long low, long high) {
    long from = first(sorted[index], low);
    long to = Math.min(high, highs[index]);
    return low <= from && from <= to
        ? unsigned(Long.divideUnsigned(to - from, step(sorted[index]))) + 1
        : 0;
  }

  /** Returns the index of the first sorted range that ends at or after a key. */
  private int firstReaching(long key) {
    int at = Arrays.binarySearch(highs, key);
    return at < 0 ? -at - 1 : at;
  }

  /** Returns the index of the first sorted range that begins after a key. */
  private int endBefore(long key) {
    int at = Arrays.binarySearch(lows, key);
    return at < 0 ? -at - 1 : at + 1;
  }

  private static double unsigned(long number) {
    return number >= 0 ? number : number + 0x1p64;
  }

  @Override
  public long gridTile(long number) {
    return grid == null ? 0 : grid.of(number);
  }

  @Override
  public boolean hasSeveral(long low, long high) {
    return low < high;
  }

  /**
   * Moves a cut between negative and positive zero behind both, because a range that ends at zero
   * contains both zeros.
   */
  @Override
  public long cut(long number) {
    boolean zero = type.isFloatingPoint() && CoordinateKeys.toFloatingPoint(type, number) == 0;
    return zero ? CoordinateKeys.ofFloatingPoint(type, 0.0) + 1 : number;
  }
}
