package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Minima and maxima of strings, in the order of their unsigned bytes, prefixes first. */
final class TextAccumulator extends FieldAccumulator {
  /** What an array takes besides its bytes. */
  static final int ARRAY = 24;

  private final WantedValues wanted;
  private byte[][] min = new byte[1][];
  private byte[][] max = new byte[1][];
  private long textBytes;

  TextAccumulator(OutputField field, WantedValues wanted) {
    super(field);
    this.wanted = wanted;
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    if (groups > min.length) {
      min = Arrays.copyOf(min, roomFor(groups));
      max = Arrays.copyOf(max, roomFor(groups));
    }
  }

  @Override
  long bytes() {
    return super.bytes() + 2L * (Long.BYTES + ARRAY) * min.length + textBytes;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    ByteBuffer data = column.data();
    for (int i = 0; i < kept; i++) {
      int row = from + (selected == null ? i : selected[i]);
      int group = groups == null ? 0 : groups[i];
      int start = column.start(row);
      int end = column.end(row);
      if (min[group] == null || compare(data, start, end, min[group]) < 0) {
        min[group] = replace(min[group], column, row);
      }
      if (max[group] == null || compare(data, start, end, max[group]) > 0) {
        max[group] = replace(max[group], column, row);
      }
    }
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return super.isKnown(statistics, tile, cells)
        && (!hasValues(statistics, tile, cells) || wanted.areExact(statistics, tile));
  }

  @Override
  void add(TileStatistics statistics, int tile, long cells) {
    super.add(statistics, tile, cells);
    if (hasValues(statistics, tile, cells)) {
      if (wanted.min()) {
        byte[] text = statistics.min(tile).toBytes();
        min[0] = min[0] == null || Arrays.compareUnsigned(text, min[0]) < 0 ? text : min[0];
      }
      if (wanted.max()) {
        byte[] text = statistics.max(tile).toBytes();
        max[0] = max[0] == null || Arrays.compareUnsigned(text, max[0]) > 0 ? text : max[0];
      }
    }
  }

  private byte[] replace(byte[] before, Column column, int row) {
    byte[] after = column.getBytes(row);
    textBytes += after.length - (before == null ? 0 : before.length);
    return after;
  }

  private static int compare(ByteBuffer data, int start, int end, byte[] text) {
    int common = Math.min(end - start, text.length);
    for (int i = 0; i < common; i++) {
      byte a = data.get(start + i);
      if (a != text[i]) {
        return Byte.compareUnsigned(a, text[i]);
      }
    }
    return end - start - text.length;
  }

  @Override
  Column extremes(String name, int[] groups, boolean wantsMax) {
    return cells(field(), name, groups, wantsMax ? max : min);
  }

  /** A column of the cells of groups; null for one that has none. */
  static Column cells(OutputField field, String name, int[] groups, byte[][] texts) {
    int count = groups.length;
    boolean var = field.isVar();
    int[] offsets = new int[count + 1];
    byte[] validity = field.nullable() ? new byte[count] : null;
    for (int i = 0; i < count; i++) {
      byte[] text = texts[groups[i]];
      int length = var ? (text == null ? 0 : text.length) : field.cellSize();
      offsets[i + 1] = Math.addExact(offsets[i], length);
      if (validity != null) {
        validity[i] = (byte) (text == null ? 0 : 1);
      }
    }
    byte[] data = new byte[offsets[count]];
    for (int i = 0; i < count; i++) {
      byte[] text = texts[groups[i]];
      if (text != null) {
        System.arraycopy(text, 0, data, offsets[i], text.length);
      }
    }
    return var
        ? new VarColumn(name, field.type(), count, offsets, data, validity)
        : new FixedColumn(name, field.type(), field.cellValNum(), count, data, validity);
  }
}
