package io.azulejo.text.output;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.ValueText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes rows as lossless tab-separated text: a header row, then one line per row with values in
 * the notation of {@link ValueText}. Lines end with a line feed.
 */
public final class TsvRowWriter {
  private static final int FLUSH_BYTES = 1 << 16;

  private final OutputStream out;
  private final List<byte[]> unsorted;
  private final TextBuffer text = new TextBuffer(2 * FLUSH_BYTES);
  private long rows;

  private TsvRowWriter(OutputStream out, List<byte[]> unsorted) {
    this.out = out;
    this.unsorted = unsorted;
  }

  /** Writes the header row and returns a writer that keeps the order of the rows. */
  public static TsvRowWriter begin(OutputStream out, List<String> fields) throws IOException {
    return new TsvRowWriter(out, null).header(fields);
  }

  /**
   * Writes the header row and returns a writer that sorts the rows by their bytes. It buffers all
   * rows until {@link #finish}.
   */
  public static TsvRowWriter beginSorted(OutputStream out, List<String> fields) throws IOException {
    return new TsvRowWriter(out, new ArrayList<>()).header(fields);
  }

  /** Writes all rows of a reader and calls {@link #finish}. The reader stays open. */
  public void writeAll(BatchReader reader) throws IOException {
    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
      write(batch, batch.rows());
      reader.recycle(batch);
    }
    finish();
  }

  /**
   * Writes the first rows of a batch.
   *
   * @param count number of rows to write
   */
  public void write(Batch batch, int count) throws IOException {
    ColumnTexts[] columns =
        batch.columns().stream().map(ColumnTexts::new).toArray(ColumnTexts[]::new);
    for (int row = 0; row < count; row++) {
      for (int i = 0; i < columns.length; i++) {
        if (i > 0) {
          text.append('\t');
        }
        columns[i].append(text, row);
      }
      endLine();
    }
    rows += count;
  }

  /** Writes buffered rows and flushes the stream, which stays open. */
  public void finish() throws IOException {
    if (unsorted != null) {
      byte[][] lines = unsorted.toArray(byte[][]::new);
      Arrays.sort(lines, Arrays::compareUnsigned);
      for (byte[] line : lines) {
        out.write(line);
        out.write('\n');
      }
    }
    text.drainTo(out);
    out.flush();
  }

  /** Returns the number of rows passed to this writer so far. */
  public long rows() {
    return rows;
  }

  private TsvRowWriter header(List<String> fields) throws IOException {
    text.append(String.join("\t", fields)).append('\n');
    text.drainTo(out);
    return this;
  }

  private void endLine() throws IOException {
    if (unsorted != null) {
      unsorted.add(text.take());
      return;
    }
    text.append('\n');
    if (text.size() >= FLUSH_BYTES) {
      text.drainTo(out);
    }
  }

  /** The cells of a column, with the properties that formatting needs. */
  private static final class ColumnTexts {
    private final Column column;
    private final Datatype type;
    private final boolean single;
    private final ByteBuffer data;

    ColumnTexts(Column column) {
      this.column = column;
      type = column.type();
      single = column instanceof FixedColumn fixed && fixed.valuesPerCell() == 1;
      data = column.data().order(ByteOrder.LITTLE_ENDIAN);
    }

    void append(TextBuffer text, int row) {
      if (column.isNull(row)) {
        text.append(ValueText.NULL);
      } else {
        ValueText.append(text, type, single, data, column.start(row), column.end(row));
      }
    }
  }
}
