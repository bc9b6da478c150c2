package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.TileStatistics;
import io.azulejo.query.Batch;
import io.azulejo.query.Batch.Column;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Least and greatest strings, in the order of their unsigned bytes, prefixes first. */
final class TextTotals extends FieldTotals {
  /** What an array takes besides its bytes. */
  private static final int ARRAY = 24;

  private final Wanted wanted;
  private byte[][] least = new byte[1][];
  private byte[][] greatest = new byte[1][];
  private long textBytes;

  TextTotals(OutputField field, Wanted wanted) {
    super(field);
    this.wanted = wanted;
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    if (groups > least.length) {
      least = Arrays.copyOf(least, roomFor(groups));
      greatest = Arrays.copyOf(greatest, roomFor(groups));
    }
  }

  @Override
  long bytes() {
    return super.bytes() + 2L * (Long.BYTES + ARRAY) * least.length + textBytes;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    ByteBuffer data = column.data();
    for (int i = 0; i < kept; i++) {
      int row = from + (selected == null ? i : selected[i]);
      int group = groups == null ? 0 : groups[i];
      int start = column.start(row);
      int end = column.end(row);
      if (least[group] == null || compare(data, start, end, least[group]) < 0) {
        least[group] = replace(least[group], column, row);
      }
      if (greatest[group] == null || compare(data, start, end, greatest[group]) > 0) {
        greatest[group] = replace(greatest[group], column, row);
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
      if (wanted.least()) {
        byte[] text = statistics.min(tile).toBytes();
        least[0] = least[0] == null || Arrays.compareUnsigned(text, least[0]) < 0 ? text : least[0];
      }
      if (wanted.greatest()) {
        byte[] text = statistics.max(tile).toBytes();
        greatest[0] =
            greatest[0] == null || Arrays.compareUnsigned(text, greatest[0]) > 0
                ? text
                : greatest[0];
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
  Column extremes(String name, int[] groups, boolean wantsGreatest) {
    byte[][] texts = wantsGreatest ? greatest : least;
    int count = groups.length;
    boolean var = field().isVar();
    int[] offsets = new int[count + 1];
    byte[] validity = field().nullable() ? new byte[count] : null;
    for (int i = 0; i < count; i++) {
      byte[] text = texts[groups[i]];
      int length = var ? (text == null ? 0 : text.length) : field().cellSize();
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
        ? new Batch.Var(name, field().type(), count, offsets, data, validity)
        : new Batch.Fixed(name, field().type(), field().cellValNum(), count, data, validity);
  }
}
