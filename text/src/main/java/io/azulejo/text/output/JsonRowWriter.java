package io.azulejo.text.output;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes rows as JSON, one object per line with the fields in order. */
final class JsonRowWriter implements RowWriter {
  private static final int FLUSH_BYTES = 1 << 16;

  private final OutputStream out;
  private final CellText[] cells;
  private final byte[][] keys;
  private final TextBuffer text = new TextBuffer(2 * FLUSH_BYTES);

  JsonRowWriter(OutputStream out, List<RowField> fields) {
    this.out = out;
    this.cells =
        fields.stream().map(f -> CellText.of(f, CellText.Notation.JSON)).toArray(CellText[]::new);
    this.keys = new byte[fields.size()][];
    for (int i = 0; i < keys.length; i++) {
      text.append(i == 0 ? "{" : ",");
      CellText.appendJson(text, CellText.name(fields.get(i), false));
      keys[i] = text.append(':').take();
    }
  }

  @Override
  public void write(Batch batch, int count) throws IOException {
    Column[] columns = batch.columns().toArray(Column[]::new);
    ByteBuffer[] data = new ByteBuffer[columns.length];
    for (int i = 0; i < columns.length; i++) {
      data[i] = columns[i].data().order(ByteOrder.LITTLE_ENDIAN);
    }
    for (int row = 0; row < count; row++) {
      for (int i = 0; i < columns.length; i++) {
        text.append(keys[i], 0, keys[i].length);
        cells[i].append(text, columns[i], data[i], row);
      }
      text.append("}\n");
      if (text.size() >= FLUSH_BYTES) {
        text.drainTo(out);
      }
    }
  }

  @Override
  public void finish() throws IOException {
    text.drainTo(out);
    out.flush();
  }
}
