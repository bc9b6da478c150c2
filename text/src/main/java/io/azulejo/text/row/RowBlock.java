package io.azulejo.text.row;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A block of table rows that are split into cells but not parsed yet. The texts of all cells are
 * stored consecutively. Different threads can parse different columns at the same time.
 */
public final class RowBlock implements RowSink {
  private static final int CELLS = 1 << 16;
  private static final int CHARACTERS = 1 << 19;
  private static final int SMALL = 1 << 10; // in cells; parsing one takes about 50 ns
  private static final CellNotation[] NOTATIONS = CellNotation.values();
  private static final byte NULL = -1;
  private static final byte EMPTY = -2;
  private static final byte MISSING = -3; // marks the absent cells of a row that is too short

  private final TableHeader header;
  private char[] text = new char[SMALL];
  private int length;
  private int[] ends = new int[SMALL]; // end offsets of the cells in the text, row by row
  private byte[] notations = new byte[SMALL]; // ordinals of CellNotation, or the constants above
  private long[] lines = new long[64];
  private final Map<Integer, String> failures = new HashMap<>(); // reasons by row index
  private int width;
  private int cells;
  private int rows;

  /** Creates an empty block for a table. */
  public RowBlock(TableHeader header) {
    this.header = header;
  }

  /** Discards all rows. */
  public void clear() {
    length = 0;
    cells = 0;
    rows = 0;
    failures.clear();
  }

  public int rows() {
    return rows;
  }

  public boolean isFull() {
    return cells >= CELLS || length >= CHARACTERS;
  }

  /** Returns whether the block is too small to be worth waking another thread. */
  public boolean isSmall() {
    return cells < SMALL;
  }

  /** Returns whether no row is marked as invalid. Every row then has one cell per column. */
  public boolean isWhole() {
    return failures.isEmpty();
  }

  @Override
  public int column(String name) {
    throw new IllegalStateException("columns of tables are found by position");
  }

  /**
   * Passes the header row to the handler. The block then stores a cell for every column, but no
   * text for unselected columns.
   */
  @Override
  public int[] header(List<String> names) {
    return header.begin(names);
  }

  @Override
  public void cell(int column, char[] source, int start, int end, CellNotation notation) {
    if (header.isSelected(column)) {
      int count = end - start;
      if (text.length - length < count) {
        text = Arrays.copyOf(text, Math.max(length + count, 2 * text.length));
      }
      if (count < 32) {
        for (int i = 0, at = length; i < count; i++) {
          text[at + i] = source[start + i];
        }
      } else {
        System.arraycopy(source, start, text, length, count);
      }
      length += count;
    }
    add((byte) notation.ordinal());
  }

  @Override
  public void missingCell(int column, boolean empty) {
    add(empty ? EMPTY : NULL);
  }

  private void add(byte notation) {
    if (cells == ends.length) {
      ends = Arrays.copyOf(ends, 2 * cells);
      notations = Arrays.copyOf(notations, 2 * cells);
    }
    ends[cells] = length;
    notations[cells] = notation;
    cells++;
  }

  @Override
  public void fail(int column, String reason) {
    failures.putIfAbsent(rows, reason);
  }

  @Override
  public void endRow(long line) {
    width = header.width();
    if (rows == lines.length) {
      lines = Arrays.copyOf(lines, 2 * rows);
    }
    lines[rows++] = line;
    while (cells < rows * width) {
      add(MISSING);
    }
  }

  /**
   * Passes the cells of one column to a sink, in row order.
   *
   * @param column index of the column in the table
   * @throws BadCell if a cell is not valid for the column
   */
  public void copyTo(ColumnSink target, int column) {
    for (int row = 0, cell = column; row < rows; row++, cell += width) {
      byte notation = notations[cell];
      if (notation >= 0) {
        target.cell(text, start(cell), ends[cell], NOTATIONS[notation], lines[row]);
      } else {
        target.missingCell(notation == EMPTY);
      }
    }
  }

  /** Passes all cells and row ends to a sink, row by row, like a parser. */
  public void copyTo(RowSink target) {
    int cell = 0;
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < width; i++, cell++) {
        byte notation = notations[cell];
        if (notation >= 0) {
          target.cell(header.column(i), text, start(cell), ends[cell], NOTATIONS[notation]);
        } else if (notation != MISSING) {
          target.missingCell(header.column(i), notation == EMPTY);
        }
      }
      if (failures.containsKey(row)) {
        target.fail(-1, failures.get(row));
      }
      target.endRow(lines[row]);
    }
  }

  private int start(int cell) {
    return cell == 0 ? 0 : ends[cell - 1];
  }
}
