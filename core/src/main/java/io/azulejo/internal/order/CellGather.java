package io.azulejo.internal.order;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StringNumbers;
import java.util.Arrays;

/**
 * Copies cells from several columns to consecutive positions. Cell {@code i} is row {@code
 * rowOf[i]} of column {@code partOf[i]}. Columns of variable-size cells may be coded.
 */
public final class CellGather {
  private CellGather() {}

  /**
   * Copies fixed-size cells.
   *
   * @param from the index of the first cell to copy
   * @param count the number of cells to copy
   * @param size the size of a cell in bytes
   * @param place the position of the first cell in the target, in bytes
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
        RowCopy.rows(column.data(), column.start(), rowOf, at, stop, size, target, to);
      }
      at = stop;
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

  /**
   * Stores the lengths of variable-size cells in an array.
   *
   * @param from the index of the first cell
   * @param count the number of cells
   * @param lengths receives the lengths in bytes
   * @param place the index of the first length in {@code lengths}
   */
  public static void lengths(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      int[] lengths,
      int place) {
    for (int i = 0; i < count; i++) {
      CellColumn column = columns[partOf[from + i]];
      int[] offsets = column.offsets();
      int text = column.text(rowOf[from + i]);
      lengths[place + i] = offsets[text + 1] - offsets[text];
    }
  }

  /**
   * Stores the lengths of variable-size cells and their starts in the data of their columns.
   *
   * @param from the index of the first cell
   * @param count the number of cells
   * @param lengths receives the lengths in bytes
   * @param place the index of the first length in {@code lengths}
   * @param sources receives the starts, beginning at index 0
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
      CellColumn column = columns[partOf[from + i]];
      int[] offsets = column.offsets();
      int text = column.text(rowOf[from + i]);
      int start = offsets[text];
      sources[i] = start;
      lengths[place + i] = offsets[text + 1] - start;
    }
  }

  /**
   * Copies variable-size cells.
   *
   * @param from the index of the first cell to copy
   * @param count the number of cells to copy
   * @param starts the start of each cell in the target, then the end of the last one
   * @param place the index of the first cell in {@code starts}
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
      int start = column.offsets()[column.text(rowOf[from + i])];
      int to = starts[place + i];
      RowCopy.copy(column.data(), start, target, to, starts[place + i + 1] - to, end);
    }
  }

  /**
   * Copies variable-size cells whose starts are known.
   *
   * @param from the index of the first cell to copy
   * @param count the number of cells to copy
   * @param sources the start of each cell in the data of its column, beginning at index 0
   * @param starts the start of each cell in the target, then the end of the last one, beginning at
   *     index 0
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
      RowCopy.copy(data, sources[i], target, to, starts[i + 1] - to, end);
    }
  }

  /**
   * Stores the numbers of variable-size cells. Null cells get 0. If a column is coded, each string
   * of its list is numbered at most once in a call.
   *
   * @param from the index of the first cell
   * @param count the number of cells
   * @param numbers numbers the strings
   * @param target receives 4 little-endian bytes for each cell
   * @param place the position of the first number in the target, in bytes
   */
  public static void numbers(
      CellColumn[] columns,
      int[] partOf,
      int[] rowOf,
      int from,
      int count,
      StringNumbers numbers,
      byte[] target,
      int place) {
    int[][] known = new int[columns.length][];
    for (int i = 0; i < count; i++) {
      int part = partOf[from + i];
      int row = rowOf[from + i];
      CellColumn column = columns[part];
      int number = 0;
      if (column.validity() == null || column.validity()[row] != 0) {
        int text = column.text(row);
        int[] offsets = column.offsets();
        if (column.codes() == null || offsets.length > count) {
          number = numbers.number(column.data(), offsets[text], offsets[text + 1]);
        } else {
          if (known[part] == null) {
            known[part] = new int[offsets.length - 1];
            Arrays.fill(known[part], -1);
          }
          number = known[part][text];
          if (number < 0) {
            number = numbers.number(column.data(), offsets[text], offsets[text + 1]);
            known[part][text] = number;
          }
        }
      }
      LittleEndian.putInt(target, place + i * Integer.BYTES, number);
    }
  }

  /**
   * Returns one coded column of variable-size cells. Its list joins the lists of the columns; a
   * column that is not coded contributes all of its cells. Returns null if this is not worthwhile:
   * if there would be more than one string for every two cells, or if the list would be larger than
   * the strings of the cells.
   *
   * @param columns the columns, whose offsets begin with 0 and have no unused elements
   * @param validity the validity of each cell, or null if cells cannot be null
   */
  public static CellColumn coded(CellColumn[] columns, int[] partOf, int[] rowOf, byte[] validity) {
    int[] firsts = new int[columns.length];
    int strings = 0;
    long listBytes = 0;
    for (int part = 0; part < columns.length; part++) {
      firsts[part] = strings;
      int count = columns[part].offsets().length - 1;
      if (count > rowOf.length / 2 - strings) {
        return null;
      }
      strings += count;
      listBytes += columns[part].offsets()[count];
    }
    int[] codes = new int[rowOf.length];
    long bytes = 0;
    for (int i = 0; i < codes.length; i++) {
      CellColumn column = columns[partOf[i]];
      int text = column.text(rowOf[i]);
      codes[i] = firsts[partOf[i]] + text;
      bytes += column.offsets()[text + 1] - column.offsets()[text];
    }
    if (listBytes > Math.min(bytes, Integer.MAX_VALUE)) {
      return null;
    }
    byte[] data = new byte[(int) listBytes];
    int[] offsets = new int[strings + 1];
    int at = 0;
    for (CellColumn column : columns) {
      int start = offsets[at];
      for (int text = 1; text < column.offsets().length; text++) {
        offsets[++at] = start + column.offsets()[text];
      }
      System.arraycopy(column.data(), 0, data, start, offsets[at] - start);
    }
    return new CellColumn(data, 0, offsets, validity, codes);
  }

  /**
   * Copies the validity of cells, and normalizes it to the bytes 0 (null) and 1.
   *
   * @param from the index of the first cell to copy
   * @param count the number of cells to copy
   * @param place the index of the first cell in the target
   */
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
}
