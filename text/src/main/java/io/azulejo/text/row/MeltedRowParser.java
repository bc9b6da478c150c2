package io.azulejo.text.row;

import io.azulejo.text.input.Melting;
import io.azulejo.text.input.TableLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Converts each row of a wide table to several rows, one per value column. */
final class MeltedRowParser extends RowParser implements RowSink {
  private static final byte NOTHING = -1;
  private static final byte EMPTY = -2;
  private static final CellNotation[] NOTATIONS = CellNotation.values();

  private final RowParser wide;
  private final TableLayout head;
  private final Melting melting;
  private RowSink sink;
  private int[] melted; // columns of the converted rows
  private Melting.Columns columns;
  private char[][] names; // names of the value columns
  private char[] text = new char[1 << 10]; // cells of the wide row
  private int length;
  private int[] starts = {};
  private int[] ends = {};
  private byte[] notations = {};
  private long line; // line of the wide row
  private long row; // index of the wide row, counted across all files
  private int next; // next value column; at first one past the last column
  private String failure = "";

  /**
   * Creates a parser for a file.
   *
   * @param wide parses the wide rows; closed by this parser
   * @param before number of wide rows in previous files
   */
  public MeltedRowParser(RowParser wide, TableLayout head, Melting melting, long before) {
    row = before - 1;
    this.wide = wide;
    this.head = head;
    this.melting = melting;
  }

  @Override
  public boolean next(RowSink target) throws IOException {
    sink = target;
    if (columns == null || next == columns.values().size()) {
      length = 0;
      failure = "";
      if (!wide.next(this)) {
        return false;
      }
      if (!failure.isEmpty()) {
        sink.fail(-1, failure);
        sink.endRow(line);
        next = columns.values().size();
        return true;
      }
      next = 0;
    }
    int value = columns.values().get(next);
    int out = 0;
    if (melting.matrix() && columns.kept().isEmpty()) {
      number(melted[out++], row);
    }
    for (int id : columns.kept()) {
      put(melted[out++], id);
    }
    if (melting.matrix() && !head.header()) {
      number(melted[out++], next);
    } else {
      sink.cell(melted[out++], names[next], 0, names[next].length, CellNotation.BARE);
    }
    put(melted[out], value);
    next++;
    sink.endRow(line);
    return true;
  }

  private void number(int column, long number) {
    char[] digits = Long.toString(number).toCharArray();
    sink.cell(column, digits, 0, digits.length, CellNotation.BARE);
  }

  private void put(int column, int index) {
    byte notation = notations[index];
    if (notation < 0) {
      sink.missingCell(column, notation == EMPTY);
    } else {
      sink.cell(column, text, starts[index], ends[index], NOTATIONS[notation]);
    }
  }

  @Override
  public int[] header(List<String> all) {
    columns = melting.columns(all, head);
    next = columns.values().size();
    melted = sink.header(columns.names());
    names = columns.values().stream().map(i -> all.get(i).toCharArray()).toArray(char[][]::new);
    starts = new int[all.size()];
    ends = new int[all.size()];
    notations = new byte[all.size()];
    int[] order = new int[all.size()];
    Arrays.setAll(order, i -> i);
    return order;
  }

  @Override
  public int column(String name) {
    throw new BadCell("objects have no columns of values");
  }

  @Override
  public void cell(int column, char[] cell, int start, int end, CellNotation notation) {
    int size = end - start;
    if (text.length - length < size) {
      text = Arrays.copyOf(text, Math.max(length + size, 2 * text.length));
    }
    System.arraycopy(cell, start, text, length, size);
    starts[column] = length;
    length += size;
    ends[column] = length;
    notations[column] = (byte) notation.ordinal();
  }

  @Override
  public void missingCell(int column, boolean empty) {
    notations[column] = empty ? EMPTY : NOTHING;
  }

  @Override
  public void fail(int column, String reason) {
    failure = failure.isEmpty() ? reason : failure;
  }

  @Override
  public void endRow(long first) {
    line = first;
    row++;
  }

  @Override
  public long wideRows() {
    return row + 1;
  }

  @Override
  public long line() {
    return wide.line();
  }

  @Override
  public void close() throws IOException {
    wide.close();
  }
}
