package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.fragment.FieldEncoder;
import java.util.Arrays;
import java.util.List;

/** Arrays for cells that follow each other, to be filled up and used again. */
final class CellChunk {
  /** Values of variable size take no more bytes than this, but for a single cell's. */
  private static final int MAX = 1 << 26;

  private final int[] sizes;
  private final byte[][] data;
  private final int[][] offsets;
  private final byte[][] validity;
  private final int capacity;
  private long first;
  private int rows;

  /** Arrays for a number of cells. */
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

  /** The bytes that a cell of a field takes here, without values of variable size. */
  static long rowBytes(FieldEncoder field) {
    return (field.storage().isVar() ? Integer.BYTES : field.cellSize())
        + (field.storage().nullable() ? 1L : 0);
  }

  /** Begins anew with a cell of that number. */
  void begin(long cell) {
    first = cell;
    rows = 0;
  }

  /** How many of some rows there is room for: at least one in a chunk without cells. */
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

  /** Adds some rows of columns, for which there is room. */
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

  /** The cells so far; what is added later is no part of it. */
  CellPiece piece() {
    CellColumn[] columns = new CellColumn[sizes.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CellColumn(data[i], 0, offsets[i], validity[i]);
    }
    return new CellPiece(first, rows, columns);
  }

  /** The bytes of all arrays. */
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
