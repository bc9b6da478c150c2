package io.azulejo.cli.rows;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * A growable buffer for the cells of one column, in the order in which they were added. Not
 * thread-safe.
 */
final class BufferedColumn {
  private static final int FEW = 256;

  private final String name;
  private final Datatype type;

  /** Size of a cell in bytes, or -1 if it varies. */
  private final int cellSize;

  private final int valuesPerCell;
  private byte[] data = new byte[0];
  private int[] ends = new int[0];
  private byte[] validity;
  private int rows;
  private int size;

  /** Creates an empty buffer with the name, type and nullability of a column. */
  BufferedColumn(Column like) {
    name = like.name();
    type = like.type();
    valuesPerCell = like instanceof FixedColumn fixed ? fixed.valuesPerCell() : 0;
    cellSize = valuesPerCell == 0 ? -1 : valuesPerCell * type.size();
    validity = like.nullable() ? new byte[0] : null;
  }

  int start(int row) {
    return cellSize >= 0 ? row * cellSize : row == 0 ? 0 : ends[row - 1];
  }

  int end(int row) {
    return cellSize >= 0 ? (row + 1) * cellSize : ends[row];
  }

  byte[] data() {
    return data;
  }

  /** Returns the allocated size of the buffer in bytes. */
  long bytes() {
    return data.length
        + (long) Integer.BYTES * ends.length
        + (validity == null ? 0 : validity.length);
  }

  /** Returns whether a cell of another column still fits into the maximum size of Java arrays. */
  boolean hasRoomFor(Column column, int row) {
    return (long) size + column.end(row) - column.start(row) <= Integer.MAX_VALUE - FEW;
  }

  void add(Column column, int row) {
    int from = column.start(row);
    int length = column.end(row) - from;
    if (data.length - size < length) {
      data = Arrays.copyOf(data, grownCapacity((long) size + length));
    }
    System.arraycopy(column.array(), from, data, size, length);
    size += length;
    if (cellSize < 0) {
      ends = rows < ends.length ? ends : Arrays.copyOf(ends, grownCapacity(rows + 1L));
      ends[rows] = size;
    }
    if (validity != null) {
      validity =
          rows < validity.length ? validity : Arrays.copyOf(validity, grownCapacity(rows + 1L));
      validity[rows] = (byte) (column.isNull(row) ? 0 : 1);
    }
    rows++;
  }

  static int grownCapacity(long needed) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(FEW, needed + (needed >> 1)));
  }

  /**
   * Copies selected cells to a new column.
   *
   * @param chosen the row numbers of the cells; -1 selects an empty cell, which is null if the
   *     column is nullable
   * @param from index of the first row number to use
   * @param to index after the last row number to use
   */
  Column take(int[] chosen, int from, int to) {
    int count = to - from;
    byte[] valid = validity == null ? null : new byte[count];
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += length(chosen[i]);
      if (valid != null && chosen[i] >= 0) {
        valid[i - from] = validity[chosen[i]];
      }
    }
    byte[] taken = new byte[Math.toIntExact(bytes)];
    int[] offsets = cellSize < 0 ? new int[count + 1] : null;
    int at = 0;
    for (int i = from; i < to; i++) {
      int length = length(chosen[i]);
      if (chosen[i] >= 0) {
        System.arraycopy(data, start(chosen[i]), taken, at, length);
      }
      at += length;
      if (offsets != null) {
        offsets[i - from + 1] = at;
      }
    }
    return offsets == null
        ? new FixedColumn(name, type, valuesPerCell, count, taken, valid)
        : new VarColumn(name, type, count, offsets, taken, valid);
  }

  /** Returns the size of a row's cell in bytes; row -1 is the empty cell. */
  private int length(int row) {
    return cellSize >= 0 ? cellSize : row < 0 ? 0 : end(row) - start(row);
  }

  /** Removes all cells but keeps the allocated memory. */
  void clear() {
    rows = 0;
    size = 0;
  }
}
