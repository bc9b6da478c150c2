package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.fragment.FieldEncoder;
import java.util.Arrays;
import java.util.List;

/** Reusable arrays that hold consecutive cells of all fields. */
final class CellChunk {
  /** Limit of the variable-size values of a field in bytes. A single cell may exceed it. */
  private static final int MAX = 1 << 26;

  private final int[] sizes;
  private final byte[][] data;
  private final int[][] offsets;
  private final byte[][] validity;
  private final int capacity;
  private long first;
  private int rows;

  /** Allocates arrays for up to {@code capacity} cells. */
  CellChunk(List<FieldEncoder> fields, int capacity) {
    this.capacity = capacity;
    this.sizes = new int[fields.size()];
    this.data = new byte[sizes.length][];
    this.offsets = new int[sizes.length][];
    this.validity = new byte[sizes.length][];
    for (int i = 0; i < sizes.length; i++) {
      FieldEncoder field = fields.get(i);
      sizes[i] = field.storage().isVar() ? 0 : field.cellSize();
      data[i] = new byte[Math.multiplyExact(capacity, sizes[i])];
      offsets[i] = field.storage().isVar() ? new int[capacity + 1] : null;
      validity[i] = field.storage().nullable() ? new byte[capacity] : null;
    }
  }

  /**
   * Returns the bytes that a cell of a field takes in a chunk, without its variable-size values.
   */
  static long rowBytes(FieldEncoder field) {
    return (field.storage().isVar() ? Integer.BYTES : field.cellSize())
        + (field.storage().nullable() ? 1L : 0);
  }

  /** Empties the chunk. The next cell to be added has the given number. */
  void begin(long cell) {
    first = cell;
    rows = 0;
  }

  /**
   * Returns how many of {@code wanted} rows fit into the chunk. At least one row fits into an empty
   * chunk.
   */
  int room(CellColumn[] columns, int from, int wanted) {
    int room = Math.min(wanted, capacity - rows);
    for (int i = 0; i < sizes.length; i++) {
      if (offsets[i] != null) {
        int[] given = columns[i].offsets();
        int min = rows == 0 ? 1 : 0;
        while (room > min && (long) offsets[i][rows] + given[from + room] - given[from] > MAX) {
          room /= 2;
        }
      }
    }
    return room;
  }

  /**
   * Adds {@code count} rows, starting at row {@code from}. The caller must ensure that they fit
   * ({@link #room}).
   */
  void add(CellColumn[] columns, int from, int count) {
    for (int i = 0; i < sizes.length; i++) {
      CellColumn column = columns[i];
      if (offsets[i] == null) {
        System.arraycopy(
            column.data(),
            column.start() + from * sizes[i],
            data[i],
            rows * sizes[i],
            count * sizes[i]);
      } else {
        addVar(column, i, from, count);
      }
      if (validity[i] != null) {
        System.arraycopy(column.validity(), from, validity[i], rows, count);
      }
    }
    rows += count;
  }

  private void addVar(CellColumn column, int i, int from, int count) {
    int[] source = column.offsets();
    int[] target = offsets[i];
    int at = target[rows];
    int length = source[from + count] - source[from];
    int needed = Math.addExact(at, length);
    if (needed > data[i].length) {
      long more = Math.max(needed, Math.min(Integer.MAX_VALUE - 8L, 2L * data[i].length));
      data[i] = Arrays.copyOf(data[i], (int) more);
    }
    System.arraycopy(column.data(), source[from], data[i], at, length);
    int shift = at - source[from];
    for (int row = 1; row <= count; row++) {
      target[rows + row] = source[from + row] + shift;
    }
  }

  /**
   * Returns the cells added so far. The result shares the arrays of this chunk but does not include
   * cells added later.
   */
  CellPiece piece() {
    CellColumn[] columns = new CellColumn[sizes.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CellColumn(data[i], 0, offsets[i], validity[i]);
    }
    return new CellPiece(first, rows, columns);
  }

  /** Returns the total size of all arrays in bytes. */
  long bytes() {
    long bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      bytes += data[i].length;
      bytes += offsets[i] == null ? 0 : (long) Integer.BYTES * offsets[i].length;
      bytes += validity[i] == null ? 0 : validity[i].length;
    }
    return bytes;
  }
}
