package io.azulejo.text.row;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.ValueNotation;
import java.util.Arrays;

/** Builds one column of a batch from parsed cells. */
public final class InputColumn implements ColumnSink {
  /** Initial number of rows. Larger arrays are allocated on demand because most files are small. */
  private static final int FIRST_ROWS = 256;

  private final InputField field;
  private final CellParser parser;
  private final int cellSize; // 0 for variable size
  private final CellBytes data;
  private final int room;
  private final boolean nullWords; // whether words such as NA mean null
  private byte[] validity;
  private int[] offsets;
  private int rows;

  /**
   * Creates an empty column.
   *
   * @param room maximum number of rows per batch
   */
  public InputColumn(InputField field, boolean indexes, ValueNotation notation, int room) {
    this.field = field;
    this.nullWords =
        field.nullable()
            && field.cellValNum() == 1
            && field.enumeration().isEmpty()
            && !field.isText()
            && !field.type().isBytes();
    this.room = room;
    this.parser = CellParser.of(field, indexes, notation);
    boolean var = field.cellValNum() == Attribute.VAR;
    this.cellSize = var ? 0 : field.cellValNum() * field.type().size();
    int first = Math.min(room, FIRST_ROWS);
    this.data = new CellBytes((int) Math.min(1 << 16, (long) cellSize * first));
    begin(first);
  }

  private void begin(int expectedRows) {
    validity = field.nullable() ? new byte[expectedRows] : null;
    offsets = cellSize == 0 ? new int[expectedRows + 1] : null;
    rows = 0;
  }

  private int grown(int length) {
    return Math.min(2 * length, room);
  }

  public InputField field() {
    return field;
  }

  public int rows() {
    return rows;
  }

  public int bytes() {
    return data.size();
  }

  @Override
  public void cell(char[] text, int start, int end, CellNotation notation, long line) {
    if (nullWords && NullWords.contains(text, start, end)) {
      missingCell(false);
      return;
    }
    parser.put(data, text, start, end, notation);
    if (validity != null) {
      setValidity((byte) 1);
    }
    endCell();
  }

  /** Appends a missing cell: null, or the empty text if a text field is not nullable. */
  @Override
  public void missingCell(boolean emptyText) {
    if (field.nullable()) {
      setValidity((byte) 0);
      data.putZeros(cellSize);
    } else if (!emptyText || !field.isText() || cellSize != 0) {
      throw new BadCell("the value is missing, and the field is not nullable");
    }
    endCell();
  }

  private void setValidity(byte valid) {
    if (rows == validity.length) {
      validity = Arrays.copyOf(validity, grown(rows));
    }
    validity[rows] = valid;
  }

  private void endCell() {
    rows++;
    if (offsets != null) {
      if (rows == offsets.length) {
        offsets = Arrays.copyOf(offsets, grown(rows) + 1);
      }
      offsets[rows] = data.size();
    }
  }

  /**
   * Keeps the first rows and discards later cells, including cells of an incomplete row.
   *
   * @param count number of rows to keep
   */
  public void truncate(int count) {
    rows = Math.min(rows, count);
    data.truncate(offsets == null ? rows * cellSize : offsets[rows]);
  }

  /** Returns the collected column and starts an empty one. */
  public Column take() {
    int count = rows;
    int used = data.size();
    byte[] bytes = data.take(used + used / 8);
    byte[] valid = validity;
    int[] ends =
        offsets == null || offsets.length == count + 1
            ? offsets
            : Arrays.copyOf(offsets, count + 1);
    begin(Math.min(room, Math.max(count, FIRST_ROWS)));
    return ends == null
        ? new FixedColumn(field.name(), field.type(), field.cellValNum(), count, bytes, valid)
        : new VarColumn(field.name(), field.type(), count, ends, bytes, valid);
  }
}
