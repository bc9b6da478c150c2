package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import java.util.Arrays;

/** The first and the last values of cells that come in their order, as bytes. */
final class EndsAccumulator extends FieldAccumulator {
  private final byte[][][] ends = {new byte[1][], new byte[1][]};
  private long valueBytes;

  EndsAccumulator(OutputField field) {
    super(field);
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    for (int end = 0; end < ends.length; end++) {
      if (groups > ends[end].length) {
        ends[end] = Arrays.copyOf(ends[end], roomFor(groups));
      }
    }
  }

  @Override
  long bytes() {
    return super.bytes() + 2L * (Long.BYTES + TextAccumulator.ARRAY) * ends[0].length + valueBytes;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    if (groups == null) {
      put(ends[0], 0, column, from + (selected == null ? 0 : selected[0]), false);
      put(ends[1], 0, column, from + (selected == null ? kept - 1 : selected[kept - 1]), true);
      return;
    }
    for (int i = 0; i < kept; i++) {
      int row = from + (selected == null ? i : selected[i]);
      put(ends[0], groups[i], column, row, false);
      put(ends[1], groups[i], column, row, true);
    }
  }

  private void put(byte[][] values, int group, Column column, int row, boolean replace) {
    byte[] before = values[group];
    if (before != null && !replace) {
      return;
    }
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
  Column ends(String name, int[] groups, boolean last) {
    return TextAccumulator.cells(field(), name, groups, ends[last ? 1 : 0]);
  }
}
