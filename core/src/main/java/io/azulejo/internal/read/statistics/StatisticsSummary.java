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
 * What is known of a field in some cells, all of which were written, whether they are seen or not.
 * Parts are added one by one: tiles, fragments. For one thread at a time.
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

  /** A limit of values: a number as its key, or a string; and whether it is a value itself. */
  private record End(long key, Slice text, boolean exact) {}

  /** Of no cells. */
  StatisticsSummary(OutputField field) {
    this.field = field;
    this.numbers = isNumber(field);
    this.exactSum = numbers;
  }

  private static boolean isNumber(OutputField field) {
    return field.cellValNum() == 1
        && (field.type().isIntegerValued() || field.type().isFloatingPoint());
  }

  /** What is known of a field in all cells of a fragment. */
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

  /** The coordinates of a fragment: its box touches some of its cells on every side. */
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

  /** Cells of a fragment that lacks the field, which have its fill value. */
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
        mayHoldNan = true; // which is not within the range of values
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
      long cells = fragment.dense() ? fragment.box().cells(tile) : fragment.cells(tile);
      addTile(statistics, tile, cells);
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

  /** The end that comes first, or last where the sign is negative; of equal ones an exact one. */
  private static End least(End a, End b, int sign) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int order = sign * (a.text == null ? Long.compare(a.key, b.key) : a.text.compareTo(b.text));
    return order < 0 || (order == 0 && a.exact) ? a : b;
  }

  /** Adds what is known of the same field in other cells. */
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
   * What is known.
   *
   * @param cells how many cells there are, at most
   * @param all whether exactly these cells are seen; else fewer may be
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
