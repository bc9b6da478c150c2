package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The first and the last values of cells that come in their order, as bytes. */
final class EndsAccumulator extends FieldAccumulator {
  private byte @Nullable [][] first;
  private byte @Nullable [][] last;
  private long valueBytes;

  /**
   * No values yet.
   *
   * @param wantsFirst whether the first values are asked for
   * @param wantsLast whether the last ones are
   */
  EndsAccumulator(OutputField field, boolean wantsFirst, boolean wantsLast) {
    super(field);
    first = wantsFirst ? new byte[1][] : null;
    last = wantsLast ? new byte[1][] : null;
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    first = grown(first, groups);
    last = grown(last, groups);
  }

  private static byte @Nullable [][] grown(byte @Nullable [][] values, int groups) {
    return values == null || groups <= values.length
        ? values
        : Arrays.copyOf(values, roomFor(groups));
  }

  @Override
  long bytes() {
    return super.bytes() + bytes(first) + bytes(last) + valueBytes;
  }

  private static long bytes(byte @Nullable [][] values) {
    return values == null ? 0 : (long) (Long.BYTES + TextAccumulator.ARRAY) * values.length;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    if (first != null) {
      for (int i = 0; i < (groups == null ? 1 : kept); i++) {
        int group = groups == null ? 0 : groups[i];
        if (first[group] == null) {
          put(first, group, column, from + (selected == null ? i : selected[i]));
        }
      }
    }
    if (last != null) {
      for (int i = groups == null ? kept - 1 : 0; i < kept; i++) {
        put(
            last,
            groups == null ? 0 : groups[i],
            column,
            from + (selected == null ? i : selected[i]));
      }
    }
  }

  private void put(byte[][] values, int group, Column column, int row) {
    byte[] before = values[group];
    int start = column.start(row);
    int length = column.end(row) - start;
    if (before != null && before.length == length) {
      System.arraycopy(column.array(), start, before, 0, length);
      return;
    }
    valueBytes += length - (before == null ? 0 : before.length);
    values[group] = column.getBytes(row);
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return false;
  }

  @Override
  Column ends(String name, int[] groups, boolean wantsLast) {
    return TextAccumulator.cells(field(), name, groups, wantsLast ? last : first);
  }
}
