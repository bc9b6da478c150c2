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
 * Accumulates the cells of one field, group by group. This class counts values and nulls;
 * subclasses compute other functions as well. Not thread-safe.
 */
class FieldAccumulator {
  /** Maximum number of cells to add at once, so that their values stay in the first-level cache. */
  static final int CHUNK = 4096;

  private final OutputField field;

  /** Whether NaN and NaT are ignored by all functions. */
  private final boolean withoutNan;

  private final boolean loadsKeys;
  private final boolean mayHoldNan;

  /**
   * Smallest key of a number. Keys of NaN and NaT lie outside the range from this key to {@link
   * #greatestKey}.
   */
  private final long leastKey;

  private final long greatestKey;

  private final long[] keys;
  private final int[] rows = new int[CHUNK];
  private final int[] groupsOfRows = new int[CHUNK];
  private long[] values = new long[1];
  private long[] nulls = new long[1];
  private long[] nans = new long[1];

  /**
   * Creates an accumulator that counts values and nulls.
   *
   * @param withoutNan whether NaN and NaT are ignored
   */
  FieldAccumulator(OutputField field, boolean withoutNan) {
    this(field, withoutNan, false);
  }

  /**
   * Creates an accumulator.
   *
   * @param withoutNan whether NaN and NaT are ignored
   * @param numbers whether {@link #take} needs the values as keys, without NaN and NaT
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

  /** Returns the field. */
  final OutputField field() {
    return field;
  }

  /** Returns whether NaN and NaT are ignored. */
  final boolean withoutNan() {
    return withoutNan;
  }

  /** Grows the arrays for at least the given number of groups. */
  void grow(int groups) {
    if (groups > values.length) {
      int length = roomFor(groups);
      values = Arrays.copyOf(values, length);
      nulls = Arrays.copyOf(nulls, length);
      nans = Arrays.copyOf(nans, length);
    }
  }

  /** Returns the array length for a number of groups, with room to grow. */
  static int roomFor(int groups) {
    return Math.max(16, Integer.highestOneBit(groups - 1) << 1);
  }

  /**
   * Returns whether memory use grows with the number of values, rather than with the number of
   * groups only.
   */
  boolean keepsValues() {
    return false;
  }

  /** Returns the memory that all groups use, in bytes. */
  long bytes() {
    return 3L * Long.BYTES * values.length;
  }

  /**
   * Adds up to {@link #CHUNK} cells.
   *
   * @param from the first row
   * @param count the number of rows
   * @param groups the group of each cell; null if all cells belong to group 0
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
   * Adds values. Nulls are left out, as are NaN and NaT if they are ignored or if this accumulator
   * uses keys.
   *
   * @param from the first row
   * @param count the number of values
   * @param selected the row of each value relative to {@code from}; null for consecutive rows
   * @param groups the group of each value; null if all values belong to group 0
   */
  void take(Column column, int from, int count, int[] selected, int[] groups) {}

  /** Returns the values to {@link #take} as keys of {@link CoordinateKeys}, without NaN and NaT. */
  final long[] keys() {
    return keys;
  }

  /** Returns the number of a key as a double. */
  final double number(long key) {
    Datatype type = field.type();
    if (type.isFloatingPoint()) {
      return CoordinateKeys.toFloatingPoint(type, key);
    }
    long value = CoordinateKeys.toInteger(type, key);
    // Halve a large unsigned value so that it fits a signed long; keep the last bit for rounding.
    return type != Datatype.UINT64 || value >= 0 ? value : 2.0 * (value >>> 1 | value & 1);
  }

  /**
   * Returns whether the statistics of a tile are sufficient for all functions of this accumulator.
   *
   * @param cells the number of cells in the tile
   */
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return statistics.exactNullCount(tile)
        && (!mayHoldNan
            || !hasValues(statistics, tile, cells)
            || (statistics.hasBounds(tile)
                && (!field.type().isDatetime() || statistics.minBits(tile) >= leastKey)));
  }

  /**
   * Adds all cells of a tile to group 0 by their statistics.
   *
   * @param cells the number of cells in the tile
   */
  void add(TileStatistics statistics, int tile, long cells) {
    values[0] += cells - statistics.nullCount(tile);
    nulls[0] += statistics.nullCount(tile);
  }

  /**
   * Returns whether a tile contains a value that is not null. The null count of the tile must be
   * exact.
   */
  static boolean hasValues(TileStatistics statistics, int tile, long cells) {
    return statistics.nullCount(tile) < cells;
  }

  /** Returns the number of values in a group. NaN and NaT count unless they are ignored. */
  final long values(int group) {
    return values[group] - (withoutNan ? nans[group] : 0);
  }

  /**
   * Returns the number of values in a group that are neither NaN nor NaT. Only for numeric fields.
   */
  final long numbers(int group) {
    return values[group] - nans[group];
  }

  /** Returns whether a group contains NaN or NaT that is not ignored. */
  final boolean hasNan(int group) {
    return values(group) > numbers(group);
  }

  /**
   * Returns the column of an aggregate of this field.
   *
   * @param groups the group of each row
   */
  Column column(Aggregate aggregate, int[] groups) {
    return aggregate.function() == Aggregate.Function.COUNT
        ? counts(aggregate.toString(), groups, this::values)
        : counts(aggregate.toString(), groups, group -> nulls[group]);
  }

  /**
   * Returns a column of counts.
   *
   * @param groups the group of each row
   */
  static Column counts(String name, int[] groups, IntToLongFunction countOf) {
    return numbers(name, Datatype.UINT64, groups, countOf, null);
  }

  /**
   * Returns a column of numbers. The column is nullable only if the field is.
   *
   * @param groups the group of each row
   * @param bitsOf returns the value of a group, as the bits of a number of the type's size
   * @param isValid returns whether a group has a number; ignored if the field is not nullable
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
   * Returns a column of numbers.
   *
   * @param groups the group of each row
   * @param bitsOf returns the value of a group, as the bits of a number of the type's size
   * @param isValid returns whether a group has a number; null if all groups have one
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
