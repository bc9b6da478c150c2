package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * What is known of the cells of one field, group by group. This one counts; others take values in
 * besides. For one thread at a time.
 */
class FieldAccumulator {
  /** How many cells are taken in one go: their values stay in the nearest cache. */
  static final int CHUNK = 4096;

  private final OutputField field;

  /** Whether NaN and NaT are values to no function. */
  private final boolean withoutNan;

  private final boolean loadsKeys;
  private final boolean mayHoldNan;

  /** The least and the greatest key; those of NaN and NaT lie outside. */
  private final long leastKey;

  private final long greatestKey;

  private final long[] keys;
  private final int[] rows = new int[CHUNK];
  private final int[] groupsOfRows = new int[CHUNK];
  private long[] values = new long[1];
  private long[] nulls = new long[1];
  private long[] nans = new long[1];

  /** Counts the values of a field. */
  FieldAccumulator(OutputField field, boolean withoutNan) {
    this(field, withoutNan, false);
  }

  /**
   * Takes in values.
   *
   * @param withoutNan whether NaN and NaT are left out
   * @param numbers whether the values are numbers that {@link #take} finds as keys, NaN and NaT
   *     left out
   */
  FieldAccumulator(OutputField field, boolean withoutNan, boolean numbers) {
    this.field = field;
    this.withoutNan = withoutNan;
    Datatype type = field.type();
    mayHoldNan =
        (numbers || withoutNan)
            && field.cellValNum() == 1
            && (type.isFloatingPoint() || type.isDatetime());
    loadsKeys = numbers || mayHoldNan;
    keys = loadsKeys ? new long[CHUNK] : null;
    boolean real = type.isFloatingPoint();
    leastKey =
        real ? CoordinateKeys.ofFloatingPoint(type, Double.NEGATIVE_INFINITY) : Long.MIN_VALUE + 1;
    greatestKey =
        real ? CoordinateKeys.ofFloatingPoint(type, Double.POSITIVE_INFINITY) : Long.MAX_VALUE;
  }

  /** The field. */
  final OutputField field() {
    return field;
  }

  /** Whether NaN and NaT are left out. */
  final boolean withoutNan() {
    return withoutNan;
  }

  /** Makes room for groups of the numbers below that. */
  void grow(int groups) {
    if (groups > values.length) {
      int length = roomFor(groups);
      values = Arrays.copyOf(values, length);
      nulls = Arrays.copyOf(nulls, length);
      nans = Arrays.copyOf(nans, length);
    }
  }

  /** The length of arrays for a number of groups, with room to grow. */
  static int roomFor(int groups) {
    return Math.max(16, Integer.highestOneBit(groups - 1) << 1);
  }

  /** Whether it takes memory for each value, not for each group alone. */
  boolean keepsValues() {
    return false;
  }

  /** The bytes that all groups take. */
  long bytes() {
    return 3L * Long.BYTES * values.length;
  }

  /**
   * Takes some cells in, at most {@link #CHUNK}.
   *
   * @param groups the number of each one's group; null where there is no group but 0
   */
  final void add(Column column, int from, int count, int[] groups) {
    if (loadsKeys) {
      CoordinateKeys.decode(field.type(), column.array(), column.start(from), count, keys);
    }
    boolean nan = mayHoldNan && holdsNan(count);
    if (!nan && !column.nullable()) {
      count(values, count, groups);
      take(column, from, count, null, groups);
      return;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int group = groups == null ? 0 : groups[i];
      if (column.isNull(from + i)) {
        nulls[group]++;
        continue;
      }
      values[group]++;
      if (nan && isNan(keys[i])) {
        nans[group]++;
      } else {
        rows[kept] = i;
        groupsOfRows[kept++] = group;
      }
    }
    for (int i = 0; loadsKeys && i < kept; i++) {
      keys[i] = keys[rows[i]];
    }
    if (kept > 0) {
      take(column, from, kept, rows, groups == null ? null : groupsOfRows);
    }
  }

  private boolean isNan(long key) {
    return key < leastKey || key > greatestKey;
  }

  private boolean holdsNan(int count) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, keys[i]);
      greatest = Math.max(greatest, keys[i]);
    }
    return isNan(least) || isNan(greatest);
  }

  private static void count(long[] counts, int count, int[] groups) {
    if (groups == null) {
      counts[0] += count;
    } else {
      for (int i = 0; i < count; i++) {
        counts[groups[i]]++;
      }
    }
  }

  /**
   * Takes values in: those that are not null, nor NaN or NaT where these are left out.
   *
   * @param from the first cell looked at
   * @param count the number of values
   * @param selected the cell of each value, counted from the first; null for one after the other
   * @param groups the group of each value; null where there is no group but 0
   */
  void take(Column column, int from, int count, int[] selected, int[] groups) {}

  /** The values that are taken as keys, by {@link CoordinateKeys}; NaN and NaT are left out. */
  final long[] keys() {
    return keys;
  }

  /** The number of a key as a double. */
  final double number(long key) {
    Datatype type = field.type();
    if (type.isFloatingPoint()) {
      return CoordinateKeys.toFloatingPoint(type, key);
    }
    long value = CoordinateKeys.toInteger(type, key);
    // Half of a number of 64 bits, with its last bit kept for rounding, is a number of 63 bits.
    return type != Datatype.UINT64 || value >= 0 ? value : 2.0 * (value >>> 1 | value & 1);
  }

  /** Whether the statistics of a tile have all that is wanted. */
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return statistics.exactNullCount(tile)
        && (!mayHoldNan
            || !hasValues(statistics, tile, cells)
            || (statistics.hasBounds(tile)
                && (!field.type().isDatetime() || statistics.minBits(tile) >= leastKey)));
  }

  /** Adds the statistics of a tile whose cells are all of the only group. */
  void add(TileStatistics statistics, int tile, long cells) {
    values[0] += cells - statistics.nullCount(tile);
    nulls[0] += statistics.nullCount(tile);
  }

  /** Whether a tile whose null count is known has a value. */
  static boolean hasValues(TileStatistics statistics, int tile, long cells) {
    return statistics.nullCount(tile) < cells;
  }

  /** The cells of a group that have a value, NaN and NaT among them unless these are left out. */
  final long values(int group) {
    return values[group] - (withoutNan ? nans[group] : 0);
  }

  /** The values of a group that are neither NaN nor NaT, of numbers. */
  final long numbers(int group) {
    return values[group] - nans[group];
  }

  /** Whether NaN is among the values of a group. */
  final boolean hasNan(int group) {
    return values(group) > numbers(group);
  }

  /**
   * The column of an aggregate of this field.
   *
   * @param groups the groups in the order of the rows
   */
  Column column(Aggregate aggregate, int[] groups) {
    return aggregate.function() == Aggregate.Function.COUNT
        ? counts(aggregate.toString(), groups, this::values)
        : counts(aggregate.toString(), groups, group -> nulls[group]);
  }

  /** A column of counts. */
  static Column counts(String name, int[] groups, IntToLongFunction countOf) {
    return numbers(name, Datatype.UINT64, groups, countOf, null);
  }

  /**
   * A column of numbers, which are null only where the field can be.
   *
   * @param isValid whether a group has a number if the field can be null
   */
  final Column column(
      Aggregate aggregate,
      Datatype type,
      int[] groups,
      IntToLongFunction bitsOf,
      IntPredicate isValid) {
    return numbers(aggregate.toString(), type, groups, bitsOf, field.nullable() ? isValid : null);
  }

  /**
   * A column of numbers.
   *
   * @param bitsOf the value of a group: the bits of a number of the type's size
   * @param isValid whether a group has one; null where all have
   */
  private static Column numbers(
      String name, Datatype type, int[] groups, IntToLongFunction bitsOf, IntPredicate isValid) {
    int size = type.size();
    byte[] data = new byte[groups.length * size];
    byte[] validity = isValid == null ? null : new byte[groups.length];
    for (int i = 0; i < groups.length; i++) {
      boolean valid = isValid == null || isValid.test(groups[i]);
      if (validity != null) {
        validity[i] = (byte) (valid ? 1 : 0);
      }
      LittleEndian.put(data, i * size, size, valid ? bitsOf.applyAsLong(groups[i]) : 0);
    }
    return new FixedColumn(name, type, 1, groups.length, data, validity);
  }
}
