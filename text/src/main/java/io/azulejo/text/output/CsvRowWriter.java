package io.azulejo.text.output;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes rows as comma-separated values: a header row, then one line per row. */
final class CsvRowWriter implements RowWriter {
  private static final int FLUSH_BYTES = 1 << 16;

  private final OutputStream out;
  private final CellText[] cells;
  private final TextBuffer text = new TextBuffer(2 * FLUSH_BYTES);

  CsvRowWriter(OutputStream out, List<RowField> fields) {
    this.out = out;
    this.cells =
        fields.stream().map(f -> CellText.of(f, CellText.Notation.CSV)).toArray(CellText[]::new);
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      TextBuffer name = CellText.name(fields.get(i), true);
      // Without quotes, a reader could take the header row for a comment.
      boolean quoted = i == 0 && name.size() > 0 && name.byteAt(0) == '#';
      CellText.appendCsv(text, name, quoted);
    }
    text.append('\n');
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
        if (i > 0) {
          text.append(',');
        }
        cells[i].append(text, columns[i], data[i], row);
      }
      text.append('\n');
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
