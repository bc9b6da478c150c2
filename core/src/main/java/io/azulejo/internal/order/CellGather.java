package io.azulejo.internal.order;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Copies cells from where they lie to places one after another: cell {@code i} is the row {@code
 * rowOf[i]} of the column {@code partOf[i]}.
 */
public final class CellGather {

  private static final int WORD = Long.BYTES;

  private CellGather() {}

  /**
   * Copies cells of fixed size.
   *
   * @param size the bytes of a cell
   * @param from the first cell to be copied
   * @param count how many are
   * @param place where the first one goes in target, in bytes
   */
  public static void fixed(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      int size,
      byte[] target,
      int place) {
    int end = from + count;
    int at = from;
    while (at < end) {
      int part = partOf[at];
      int stop = at + 1;
      while (stop < end && partOf[stop] == part) {
        stop++;
      }
      CellColumn column = columns[part];
      int to = place + (at - from) * size;
      if (column.start() == CellColumn.SAME) {
        repeat(column.data(), size, target, to, stop - at);
      } else if (rowOf[stop - 1] - rowOf[at] == stop - 1 - at && isRun(rowOf, at, stop)) {
        System.arraycopy(
            column.data(), column.start() + rowOf[at] * size, target, to, (stop - at) * size);
      } else {
        rows(column.data(), column.start(), rowOf, at, stop, size, target, to);
      }
      at = stop;
    }
  }

  /**
   * Copies some cells of fixed size of one column.
   *
   * @param start where the cell of row 0 begins in source, or would
   * @param rows the rows, from a place in this array to before another
   * @param place where the first of them goes in target, in bytes
   */
  public static void rows(
      byte[] source, int start, int[] rows, int from, int end, int size, byte[] target, int place) {
    switch (size) {
      case 1 -> bytes(source, start, rows, from, end, target, place);
      case 2 -> shorts(source, start, rows, from, end, target, place);
      case 4 -> ints(source, start, rows, from, end, target, place);
      case 8 -> longs(source, start, rows, from, end, target, place);
      default -> {
        int at = place;
        for (int i = from; i < end; i++, at += size) {
          System.arraycopy(source, start + rows[i] * size, target, at, size);
        }
      }
    }
  }

  private static void repeat(byte[] value, int size, byte[] target, int place, int count) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(value, 0, target, place + i * size, size);
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

  // The loops are twins on purpose: each is compiled for its width.

  private static void bytes(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from; i < end; i++) {
      target[place + i - from] = source[start + rows[i]];
    }
  }

  private static void shorts(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Short.BYTES) {
      LittleEndian.putShort(target, at, LittleEndian.getShort(source, start + 2 * rows[i]));
    }
  }

  private static void ints(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Integer.BYTES) {
      LittleEndian.putInt(target, at, LittleEndian.getInt(source, start + 4 * rows[i]));
    }
  }

  private static void longs(
      byte[] source, int start, int[] rows, int from, int end, byte[] target, int place) {
    for (int i = from, at = place; i < end; i++, at += Long.BYTES) {
      LittleEndian.putLong(target, at, LittleEndian.getLong(source, start + 8 * rows[i]));
    }
  }

  /** Puts the lengths of cells of variable size into an array. */
  public static void lengths(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      int[] lengths,
      int place) {
    for (int i = 0; i < count; i++) {
      int[] offsets = columns[partOf[from + i]].offsets();
      int row = rowOf[from + i];
      lengths[place + i] = offsets[row + 1] - offsets[row];
    }
  }

  /**
   * As {@link #lengths}, and returns where the cells begin in the data of their columns.
   *
   * @param sources where they begin, from the first place on
   */
  public static void lengths(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      int[] lengths,
      int place,
      int[] sources) {
    for (int i = 0; i < count; i++) {
      int[] offsets = columns[partOf[from + i]].offsets();
      int row = rowOf[from + i];
      int start = offsets[row];
      sources[i] = start;
      lengths[place + i] = offsets[row + 1] - start;
    }
  }

  /**
   * Copies cells of variable size.
   *
   * @param starts where the cells begin in target, and after them where the last one ends
   * @param place the position in starts of the first one
   */
  public static void texts(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      byte[] target,
      int[] starts,
      int place) {
    int end = starts[place + count];
    for (int i = 0; i < count; i++) {
      CellColumn column = columns[partOf[from + i]];
      int start = column.offsets()[rowOf[from + i]];
      int to = starts[place + i];
      copy(column.data(), start, target, to, starts[place + i + 1] - to, end);
    }
  }

  /**
   * Copies cells of variable size, from the first place of target on.
   *
   * @param sources where the cells begin in the data of their columns
   * @param starts where they begin in target, and after them where the last one ends
   */
  public static void texts(
      CellColumn[] columns,
      int[] partOf,
      int from,
      int count,
      int[] sources,
      byte[] target,
      int[] starts) {
    int end = starts[count];
    for (int i = 0; i < count; i++) {
      byte[] data = columns[partOf[from + i]].data();
      int to = starts[i];
      copy(data, sources[i], target, to, starts[i + 1] - to, end);
    }
  }

  /** Copies validity as bytes of 0 and 1. */
  public static void validity(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      byte[] target,
      int place) {
    for (int i = 0; i < count; i++) {
      byte valid = columns[partOf[from + i]].validity()[rowOf[from + i]];
      target[place + i] = (byte) (valid == 0 ? 0 : 1);
    }
  }

  /**
   * Copies a short cell as two words, whatever its length: what is too much is where the next cells
   * will be.
   *
   * @param end what may be written to in target ends here
   */
  static void copy(byte[] source, int start, byte[] target, int place, int length, int end) {
    if (length <= WORD && place + WORD <= end && start + WORD <= source.length) {
      LittleEndian.putLong(target, place, LittleEndian.getLong(source, start));
    } else if (length <= 2 * WORD && place + 2 * WORD <= end && start + 2 * WORD <= source.length) {
      LittleEndian.putLong(target, place, LittleEndian.getLong(source, start));
      LittleEndian.putLong(target, place + WORD, LittleEndian.getLong(source, start + WORD));
    } else {
      System.arraycopy(source, start, target, place, length);
    }
  }
}
