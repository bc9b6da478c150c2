package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * What is known of the cells of one field, group by group: enough for all aggregates of it that are
 * asked for. This one counts; others take values in besides. For one thread at a time.
 */
class FieldAccumulator {
  private final OutputField field;
  private final int[] rows = new int[ColumnValues.CHUNK];
  private final int[] groupsOfRows = new int[ColumnValues.CHUNK];
  private long[] values = new long[1];
  private long[] nulls = new long[1];

  FieldAccumulator(OutputField field) {
    this.field = field;
  }

  /** The field. */
  final OutputField field() {
    return field;
  }

  /** Makes room for groups of the numbers below that. */
  void grow(int groups) {
    if (groups > values.length) {
      int length = roomFor(groups);
      values = Arrays.copyOf(values, length);
      nulls = Arrays.copyOf(nulls, length);
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
    return 2L * Long.BYTES * values.length;
  }

  /**
   * Takes some cells in, at most {@link ColumnValues#CHUNK}.
   *
   * @param groups the number of each one's group; null where there is no group but 0
   */
  final void add(Column column, int from, int count, int[] groups) {
    if (!column.nullable()) {
      count(values, count, groups);
      take(column, from, count, null, count, groups);
      return;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int group = groups == null ? 0 : groups[i];
      if (column.isNull(from + i)) {
        nulls[group]++;
      } else {
        values[group]++;
        rows[kept] = i;
        groupsOfRows[kept++] = group;
      }
    }
    if (kept > 0) {
      take(column, from, count, rows, kept, groups == null ? null : groupsOfRows);
    }
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
   * Takes the values of cells in that are not null.
   *
   * @param from the first cell looked at
   * @param count how many are looked at
   * @param selected those of them that are not null, counted from the first; null for all
   * @param kept how many these are
   * @param groups the groups of these; null where there is no group but 0
   */
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {}

  /** Whether the statistics of a tile have all that is wanted. */
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return statistics.exactNullCount(tile);
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

  /** The cells of a group that are not null. */
  final long values(int group) {
    return values[group];
  }

  /**
   * The column of an aggregate of this field.
   *
   * @param groups the groups in the order of the rows
   */
  final Column column(Aggregate aggregate, int[] groups) {
    return switch (aggregate.function()) {
      case COUNT -> counts(aggregate.toString(), groups, group -> values[group]);
      case NULL_COUNT -> counts(aggregate.toString(), groups, group -> nulls[group]);
      case SUM -> sums(aggregate.toString(), groups);
      case MEAN -> means(aggregate.toString(), groups);
      case MIN -> extremes(aggregate.toString(), groups, false);
      case MAX -> extremes(aggregate.toString(), groups, true);
      case COUNT_DISTINCT -> distinct(aggregate.toString(), groups);
      case MEDIAN, QUANTILE -> quantiles(aggregate.toString(), groups, aggregate.fraction());
      case VAR -> variances(aggregate.toString(), groups, false);
      case STDDEV -> variances(aggregate.toString(), groups, true);
      case FIRST -> ends(aggregate.toString(), groups, false);
      case LAST -> ends(aggregate.toString(), groups, true);
    };
  }

  Column distinct(String name, int[] groups) {
    throw new IllegalStateException("no number of different values of " + field.name());
  }

  Column quantiles(String name, int[] groups, double fraction) {
    throw new IllegalStateException("no quantile of " + field.name());
  }

  Column variances(String name, int[] groups, boolean root) {
    throw new IllegalStateException("no variance of " + field.name());
  }

  Column ends(String name, int[] groups, boolean last) {
    throw new IllegalStateException("no first or last value of " + field.name());
  }

  Column sums(String name, int[] groups) {
    throw new IllegalStateException("no sum of " + field.name());
  }

  Column means(String name, int[] groups) {
    throw new IllegalStateException("no mean of " + field.name());
  }

  Column extremes(String name, int[] groups, boolean max) {
    throw new IllegalStateException("no least or greatest value of " + field.name());
  }

  /** A column of counts. */
  static Column counts(String name, int[] groups, IntToLongFunction countOf) {
    return numbers(name, Datatype.UINT64, groups, countOf, null);
  }

  /**
   * A column of numbers.
   *
   * @param bitsOf the value of a group: the bits of a number of the type's size
   * @param isValid whether a group has one; null where all have
   */
  static Column numbers(
      String name, Datatype type, int[] groups, IntToLongFunction bitsOf, IntPredicate isValid) {
    int size = type.size();
    ByteBuffer data = ByteBuffer.allocate(groups.length * size).order(ByteOrder.LITTLE_ENDIAN);
    byte[] validity = isValid == null ? null : new byte[groups.length];
    for (int i = 0; i < groups.length; i++) {
      boolean valid = isValid == null || isValid.test(groups[i]);
      if (validity != null) {
        validity[i] = (byte) (valid ? 1 : 0);
      }
      long bits = valid ? bitsOf.applyAsLong(groups[i]) : 0;
      switch (size) {
        case 1 -> data.put((byte) bits);
        case 2 -> data.putShort((short) bits);
        case 4 -> data.putInt((int) bits);
        default -> data.putLong(bits);
      }
    }
    return new FixedColumn(name, type, 1, groups.length, data.array(), validity);
  }

  /** Which groups have a value, where the field can be null and none is worth nothing else. */
  final IntPredicate whereThereAreValues() {
    return field.nullable() ? group -> values[group] > 0 : null;
  }
}
