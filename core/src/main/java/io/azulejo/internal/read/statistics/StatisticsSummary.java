package io.azulejo.internal.read.statistics;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.FieldStatistics;
import io.azulejo.query.Statistic;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Accumulates statistics of one field over written cells, whether they are visible or not. Tiles
 * and fragments are added one by one. Not thread-safe.
 */
final class StatisticsSummary {
  private static final BigInteger ONE = BigInteger.ONE;

  private final OutputField field;
  private final boolean numbers;
  private boolean bounded = true;
  private boolean valued;
  private End low;
  private End high;
  private boolean exactNulls = true;
  private long nulls;
  private boolean mayHoldNan;
  private BigInteger wholeSum = BigInteger.ZERO;
  private double realSum;
  private boolean exactSum;

  /**
   * A lower or upper bound of values.
   *
   * @param key the bound as a key, if the field is numeric
   * @param text the bound as a string, or null if the field is numeric
   * @param exact whether a cell has this value
   */
  private record End(long key, Slice text, boolean exact) {}

  /** Creates a summary of no cells. */
  StatisticsSummary(OutputField field) {
    this.field = field;
    this.numbers = isNumber(field);
    this.exactSum = numbers;
  }

  private static boolean isNumber(OutputField field) {
    return field.cellValNum() == 1
        && (field.type().isIntegerValued() || field.type().isFloatingPoint());
  }

  /**
   * Returns the summary of a field over all cells of a fragment. Loads the fragment metadata that
   * this requires.
   */
  static StatisticsSummary of(OutputField field, Fragment fragment) {
    StatisticsSummary summary = new StatisticsSummary(field);
    long cells = fragment.writtenCells();
    if (cells == 0) {
      return summary;
    }
    if (field.isTimestamps()) {
      summary.addTimes(fragment);
    } else if (field.isDimension()) {
      summary.addRange(fragment.nonEmptyDomain().map(box -> box.get(field.dimension())));
    } else {
      Optional<FieldStorage> storage = fragment.field(field.name());
      if (storage.isEmpty()) {
        summary.addFill(cells);
      } else {
        summary.addTiles(fragment, storage.get());
      }
    }
    return summary;
  }

  private void addTimes(Fragment fragment) {
    boolean exact = fragment.name().t1() == fragment.name().t2();
    addKeys(
        CoordinateKeys.ofInteger(field.type(), fragment.name().t1()),
        CoordinateKeys.ofInteger(field.type(), fragment.name().t2()),
        exact,
        exact);
    exactSum = false;
  }

  /**
   * Adds the coordinates of a fragment. Its non-empty domain is tight, so both bounds are exact.
   */
  private void addRange(Optional<Range> range) {
    exactSum = false;
    if (range.isEmpty()) {
      unbounded();
    } else if (range.get() instanceof Range.Strings texts) {
      addTexts(Slice.of(texts.low()), true, Slice.of(texts.high()), true);
    } else {
      Datatype type = field.type();
      addKeys(
          CoordinateKeys.low(type, range.get()),
          CoordinateKeys.high(type, range.get()),
          true,
          true);
    }
  }

  /** Adds the fill value for all cells of a fragment that lacks the field. */
  private void addFill(long cells) {
    if (field.nullable() && !field.fillValid()) {
      nulls += cells;
      return;
    }
    FieldBounds fill = FieldBounds.ofFill(field);
    Slice value = Slice.of(field.fill());
    if (fill.lowKey() != null) {
      if (field.type().isFloatingPoint() && Double.isNaN(real(fill.lowKey()))) {
        exactSum = false;
        mayHoldNan = true; // NaN is not part of the value range
        return;
      }
      addKeys(fill.lowKey(), fill.lowKey(), true, true);
      realSum += field.type().isFloatingPoint() ? cells * real(fill.lowKey()) : 0;
      wholeSum = wholeSum.add(whole(fill.lowKey()).multiply(BigInteger.valueOf(cells)));
    } else if (fill.lowText() != null) {
      addTexts(value, true, value, true);
    } else {
      unbounded();
    }
  }

  private void addTiles(Fragment fragment, FieldStorage storage) {
    fragment.load(List.of(), List.of(storage), false);
    TileStatistics statistics = fragment.statistics(storage);
    for (int tile = 0; tile < fragment.tiles(); tile++) {
      addTile(statistics, tile, fragment.writtenCells(tile));
    }
  }

  private void addTile(TileStatistics statistics, int tile, long cells) {
    FieldBounds bounds = FieldBounds.of(statistics, tile, field);
    if (bounds.onlyNulls()) {
      nulls += cells;
      return;
    }
    if (statistics.exactNullCount(tile)) {
      nulls += statistics.nullCount(tile);
    } else if (!bounds.noNulls()) {
      nulls += cells;
      exactNulls = false;
    }
    if (bounds.lowKey() != null) {
      addKeys(
          bounds.lowKey(), bounds.highKey(), statistics.exactMin(tile), statistics.exactMax(tile));
    } else if (bounds.lowText() != null && bounds.aboveText() != null) {
      boolean exactMin = statistics.exactMin(tile);
      boolean exactMax = statistics.exactMax(tile);
      addTexts(
          exactMin ? statistics.min(tile) : bounds.lowText(),
          exactMin,
          exactMax ? statistics.max(tile) : bounds.aboveText(),
          exactMax);
    } else {
      unbounded();
    }
    if (numbers && exactSum && statistics.exactSum(tile)) {
      long bits = statistics.sumBits(tile);
      if (field.type().isFloatingPoint()) {
        realSum += Double.longBitsToDouble(bits);
      } else {
        wholeSum =
            wholeSum.add(field.type().isUnsigned() ? unsigned(bits) : BigInteger.valueOf(bits));
      }
    } else {
      exactSum = false;
    }
  }

  private void unbounded() {
    valued = true;
    bounded = false;
    exactSum = false;
    mayHoldNan |= field.type().isFloatingPoint();
  }

  private void addKeys(long lowKey, long highKey, boolean exactLow, boolean exactHigh) {
    add(new End(lowKey, null, exactLow), new End(highKey, null, exactHigh));
  }

  private void addTexts(Slice lowText, boolean exactLow, Slice highText, boolean exactHigh) {
    add(new End(0, lowText, exactLow), new End(0, highText, exactHigh));
  }

  private void add(End newLow, End newHigh) {
    low = least(low, newLow, 1);
    high = least(high, newHigh, -1);
    valued = true;
  }

  /**
   * Returns the smaller bound if {@code sign} is 1, or the greater one if it is -1. If both are
   * equal, an exact bound wins.
   */
  private static End least(End a, End b, int sign) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int order = sign * (a.text == null ? Long.compare(a.key, b.key) : a.text.compareTo(b.text));
    return order < 0 || (order == 0 && a.exact) ? a : b;
  }

  /** Adds the summary of the same field over other cells. */
  void add(StatisticsSummary other) {
    low = least(low, other.low, 1);
    high = least(high, other.high, -1);
    valued |= other.valued;
    bounded &= other.bounded;
    nulls += other.nulls;
    exactNulls &= other.exactNulls;
    mayHoldNan |= other.mayHoldNan;
    exactSum &= other.exactSum;
    realSum += other.realSum;
    wholeSum = wholeSum.add(other.wholeSum);
  }

  /**
   * Returns the statistics of the field.
   *
   * @param cells the maximum number of visible cells
   * @param all whether exactly the summarized cells are visible; otherwise some may be hidden
   */
  FieldStatistics known(long cells, boolean all) {
    Statistic<Range> values = values(all);
    return new Known(
        field.name(),
        values,
        !field.nullable() || nulls == 0 || (all && exactNulls)
            ? Statistic.exact(nulls)
            : Statistic.bound(nulls),
        distinct(values, cells, all),
        sum(all),
        mayHoldNan);
  }

  private record Known(
      String field,
      Statistic<Range> values,
      Statistic<Long> nulls,
      Statistic<Long> distinct,
      Statistic<Number> sum,
      boolean mayHoldNan)
      implements FieldStatistics {}

  private Statistic<Range> values(boolean all) {
    if (!valued || !bounded) {
      return Statistic.unknown();
    }
    Range range;
    if (low.text != null) {
      range = Range.of(low.text.toBytes(), high.text.toBytes());
    } else if (field.type().isFloatingPoint()) {
      range = Range.of(real(low.key), real(high.key));
    } else {
      Datatype type = field.type();
      range =
          Range.of(
              CoordinateKeys.toInteger(type, low.key), CoordinateKeys.toInteger(type, high.key));
    }
    return all && low.exact && high.exact ? Statistic.exact(range) : Statistic.bound(range);
  }

  private Statistic<Long> distinct(Statistic<Range> values, long cells, boolean all) {
    if (cells == 0 || (!valued && !mayHoldNan && all)) {
      return Statistic.exact(0L);
    }
    BigInteger most = BigInteger.valueOf(cells);
    if (values.value().isPresent() && values.value().get() instanceof Range.Longs) {
      most = most.min(whole(high.key).subtract(whole(low.key)).add(ONE));
    }
    return Statistic.bound(most.longValue());
  }

  private Statistic<Number> sum(boolean all) {
    if (!all || !numbers || !exactSum) {
      return Statistic.unknown();
    }
    return Statistic.exact(field.type().isFloatingPoint() ? (Number) realSum : wholeSum);
  }

  private double real(long key) {
    return CoordinateKeys.toFloatingPoint(field.type(), key);
  }

  private BigInteger whole(long key) {
    if (field.type().isFloatingPoint()) {
      return BigInteger.ZERO;
    }
    long value = CoordinateKeys.toInteger(field.type(), key);
    return field.type() == Datatype.UINT64 ? unsigned(value) : BigInteger.valueOf(value);
  }

  private static BigInteger unsigned(long bits) {
    BigInteger value = BigInteger.valueOf(bits);
    return bits < 0 ? value.add(ONE.shiftLeft(Long.SIZE)) : value;
  }
}
