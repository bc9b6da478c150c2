package io.azulejo.internal.read;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.query.Batch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A column of a batch in the making: cells of decoded tiles are copied to their places. Different
 * places may be written by different threads.
 */
final class ColumnWriter {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final OutputField field;
  private final int rows;
  private final int[] offsets;
  private final byte[] validity;
  private byte[] data;

  ColumnWriter(OutputField field, int rows) {
    this.field = field;
    this.rows = rows;
    offsets = field.isVar() ? new int[rows + 1] : null;
    validity = field.nullable() ? new byte[rows] : null;
    data = field.isVar() ? null : new byte[Math.multiplyExact(rows, field.cellSize())];
  }

  /** Where each cell begins, of cells of variable size; to be filled before {@link #allocate}. */
  int[] offsets() {
    return offsets;
  }

  /** The values. */
  byte[] data() {
    return data;
  }

  /** Validity; null where cells can't be null. */
  byte[] validity() {
    return validity;
  }

  /** Makes room for the values of cells of variable size, now that the offsets are known. */
  void allocate() {
    data = new byte[offsets[rows]];
  }

  /** What was written, as a source of other columns. */
  CellColumn toTileColumn() {
    return new CellColumn(data, 0, offsets, validity);
  }

  /** The finished column. */
  Batch.Column toColumn() {
    return field.isVar()
        ? new Batch.Var(field.name(), field.type(), rows, offsets, data, validity)
        : new Batch.Fixed(field.name(), field.type(), field.cellValNum(), rows, data, validity);
  }

  /**
   * Puts lengths of strings in the place of the offsets that follow them; {@link #sumLengths} next.
   */
  void lengths(CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    for (int i = 0; i < count; i++) {
      int[] source = columns[tileOf[from + i]].offsets();
      int row = rowOf[from + i];
      offsets[place + i + 1] = source[row + 1] - source[row];
    }
  }

  /** Makes offsets of lengths. */
  void sumLengths() {
    int sum = 0;
    for (int i = 1; i <= rows; i++) {
      sum = Math.addExact(sum, offsets[i]);
      offsets[i] = sum;
    }
  }

  /**
   * Copies cells, each from the tile and the row that the arrays say, to places one after another.
   */
  void gather(CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    if (offsets != null) {
      for (int i = 0; i < count; i++) {
        CellColumn column = columns[tileOf[from + i]];
        int start = column.offsets()[rowOf[from + i]];
        int target = offsets[place + i];
        copy(column.data(), start, data, target, offsets[place + i + 1] - target);
      }
    } else {
      gatherFixed(columns, tileOf, rowOf, from, place, count);
    }
    if (validity != null) {
      for (int i = 0; i < count; i++) {
        byte valid = columns[tileOf[from + i]].validity()[rowOf[from + i]];
        validity[place + i] = (byte) (valid == 0 ? 0 : 1);
      }
    }
  }

  private void gatherFixed(
      CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    int size = field.cellSize();
    int end = from + count;
    int at = from;
    while (at < end) {
      int tile = tileOf[at];
      int stop = at + 1;
      while (stop < end && tileOf[stop] == tile) {
        stop++;
      }
      CellColumn column = columns[tile];
      int target = (place + at - from) * size;
      if (rowOf[stop - 1] - rowOf[at] == stop - 1 - at && isRun(rowOf, at, stop)) {
        System.arraycopy(
            column.data(), column.start() + rowOf[at] * size, data, target, (stop - at) * size);
      } else {
        gatherRows(column.data(), column.start(), rowOf, at, stop, size, data, target);
      }
      at = stop;
    }
  }

  private static boolean isRun(int[] rowOf, int from, int end) {
    for (int i = from + 1; i < end; i++) {
      if (rowOf[i] != rowOf[i - 1] + 1) {
        return false;
      }
    }
    return true;
  }

  private static void gatherRows(
      byte[] source,
      int start,
      int[] rowOf,
      int from,
      int end,
      int size,
      byte[] target,
      int place) {
    int at = place;
    switch (size) {
      case 1 -> {
        for (int i = from; i < end; i++) {
          target[at++] = source[start + rowOf[i]];
        }
      }
      case 2 -> {
        for (int i = from; i < end; i++, at += 2) {
          SHORT.set(target, at, (short) SHORT.get(source, start + 2 * rowOf[i]));
        }
      }
      case 4 -> {
        for (int i = from; i < end; i++, at += 4) {
          INT.set(target, at, (int) INT.get(source, start + 4 * rowOf[i]));
        }
      }
      case 8 -> {
        for (int i = from; i < end; i++, at += 8) {
          LONG.set(target, at, (long) LONG.get(source, start + 8 * rowOf[i]));
        }
      }
      default -> {
        for (int i = from; i < end; i++, at += size) {
          System.arraycopy(source, start + rowOf[i] * size, target, at, size);
        }
      }
    }
  }

  /** Short strings are cheaper to copy by hand. */
  private static void copy(byte[] source, int start, byte[] target, int place, int length) {
    if (length > 16) {
      System.arraycopy(source, start, target, place, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      target[place + i] = source[start + i];
    }
  }
}
