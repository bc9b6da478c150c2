package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one cell per group and function, as bytes. Computes the minimum and maximum of strings,
 * which compare by unsigned bytes (a prefix comes first), and the first and last cell.
 */
final class CellAccumulator extends FieldAccumulator {
  /** Memory overhead of a Java array, in bytes. */
  private static final int ARRAY = 24;

  /** The cell of each group, by function; null for a group that does not have a value. */
  private final Map<Function, byte @Nullable [][]> cells = new EnumMap<>(Function.class);

  private long cellBytes;

  CellAccumulator(OutputField field, boolean withoutNan, Set<Function> wanted) {
    super(field, withoutNan);
    wanted.forEach(function -> cells.put(function, new byte[1][]));
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    cells.replaceAll(
        (function, own) -> groups > own.length ? Arrays.copyOf(own, roomFor(groups)) : own);
  }

  @Override
  long bytes() {
    long arrays = cells.values().stream().mapToLong(own -> own.length).sum();
    return super.bytes() + (Long.BYTES + ARRAY) * arrays + cellBytes;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int[] groups) {
    cells.forEach(
        (function, own) -> {
          boolean one = groups == null;
          int first = one && function == Function.LAST ? count - 1 : 0;
          int end = one && function == Function.FIRST ? 1 : count;
          for (int i = first; i < end; i++) {
            int row = from + (selected == null ? i : selected[i]);
            int group = one ? 0 : groups[i];
            if (own[group] == null
                || replaces(
                    function, column.array(), column.start(row), column.end(row), own[group])) {
              put(own, group, column, row);
            }
          }
        });
  }

  private static boolean replaces(
      Function function, byte[] data, int start, int end, byte[] before) {
    return switch (function) {
      case MIN -> Arrays.compareUnsigned(data, start, end, before, 0, before.length) < 0;
      case MAX -> Arrays.compareUnsigned(data, start, end, before, 0, before.length) > 0;
      default -> function == Function.LAST;
    };
  }

  private void put(byte[][] own, int group, Column column, int row) {
    byte[] before = own[group];
    int start = column.start(row);
    int length = column.end(row) - start;
    if (before != null && before.length == length) {
      System.arraycopy(column.array(), start, before, 0, length);
      return;
    }
    cellBytes += length - (before == null ? 0 : before.length);
    own[group] = column.getBytes(row);
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cellCount) {
    return super.isKnown(statistics, tile, cellCount)
        && (!hasValues(statistics, tile, cellCount)
            || ((!cells.containsKey(Function.MIN) || statistics.exactMin(tile))
                && (!cells.containsKey(Function.MAX) || statistics.exactMax(tile))));
  }

  @Override
  void add(TileStatistics statistics, int tile, long cellCount) {
    super.add(statistics, tile, cellCount);
    if (hasValues(statistics, tile, cellCount)) {
      cells.forEach(
          (function, own) -> {
            byte[] cell =
                (function == Function.MIN ? statistics.min(tile) : statistics.max(tile)).toBytes();
            if (own[0] == null || replaces(function, cell, 0, cell.length, own[0])) {
              own[0] = cell;
            }
          });
    }
  }

  @Override
  Column column(Aggregate aggregate, int[] groups) {
    byte[][] own = cells.get(aggregate.function());
    if (own == null) {
      return super.column(aggregate, groups);
    }
    int count = groups.length;
    boolean var = field().isVar();
    int[] offsets = new int[count + 1];
    byte[] validity = field().nullable() ? new byte[count] : null;
    for (int i = 0; i < count; i++) {
      byte[] cell = own[groups[i]];
      int length = var ? (cell == null ? 0 : cell.length) : field().cellSize();
      offsets[i + 1] = Math.addExact(offsets[i], length);
      if (validity != null) {
        validity[i] = (byte) (cell == null ? 0 : 1);
      }
    }
    byte[] data = new byte[offsets[count]];
    for (int i = 0; i < count; i++) {
      byte[] cell = own[groups[i]];
      if (cell != null) {
        System.arraycopy(cell, 0, data, offsets[i], cell.length);
      }
    }
    String name = aggregate.toString();
    return var
        ? new VarColumn(name, field().type(), count, offsets, data, validity)
        : new FixedColumn(name, field().type(), field().cellValNum(), count, data, validity);
  }
}
