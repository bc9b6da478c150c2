package io.azulejo.text.output;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.LosslessUtf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A small table of facts about an array or a group. Rows are added one by one and written like the
 * rows of an array.
 */
public final class ResultTable {
  private final List<RowField> fields;
  private final List<List<Object>> values = new ArrayList<>();

  public ResultTable(RowField... fields) {
    this.fields = List.of(fields);
  }

  /**
   * Creates a table without rows.
   *
   * @param columns column names, separated by blanks: {@code name} for text, {@code name:TYPE} for
   *     another type
   */
  public static ResultTable of(String columns) {
    return new ResultTable(
        Arrays.stream(columns.split(" "))
            .map(column -> (column + ":STRING_UTF8").split(":"))
            .map(parts -> RowField.of(parts[0], Datatype.valueOf(parts[1])))
            .toArray(RowField[]::new));
  }

  /**
   * Adds a row.
   *
   * @param row a {@link Long}, a {@link String}, or null for each column
   */
  public void add(Object... row) {
    List<Object> copy = new ArrayList<>();
    for (Object value : row) {
      copy.add(value);
    }
    values.add(copy);
  }

  /**
   * Writes all rows, without closing the stream.
   *
   * @param width maximum width of the {@code TABLE} format in terminal columns
   */
  public void write(RowWriter.Format format, OutputStream out, int width) throws IOException {
    RowWriter rows = RowWriter.begin(format, out, fields, width);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      columns.add(column(i));
    }
    rows.write(Batch.of(values.size(), columns), values.size());
    rows.finish();
  }

  private Column column(int index) {
    RowField field = fields.get(index);
    int rows = values.size();
    byte[] validity = new byte[rows];
    if (field.type() == Datatype.STRING_UTF8) {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      int[] offsets = new int[rows + 1];
      for (int row = 0; row < rows; row++) {
        if (values.get(row).get(index) instanceof String text) {
          validity[row] = 1;
          data.writeBytes(LosslessUtf8.encode(text));
        }
        offsets[row + 1] = data.size();
      }
      return new VarColumn(field.name(), field.type(), rows, offsets, data.toByteArray(), validity);
    }
    ByteBuffer data = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < rows; row++) {
      Object value = values.get(row).get(index);
      validity[row] = (byte) (value == null ? 0 : 1);
      data.putLong(value == null ? 0 : (Long) value);
    }
    return new FixedColumn(field.name(), field.type(), 1, rows, data.array(), validity);
  }
}
