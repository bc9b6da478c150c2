package io.azulejo.text.output;

import io.azulejo.query.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/**
 * Writes rows as a table for people or as text for programs. Formats with a header write it first.
 */
public interface RowWriter {
  /** Format of the output. */
  enum Format {
    /** A table for people, fitted to the width of the terminal. */
    TABLE,
    /** Comma-separated values with a header row. */
    CSV,
    /** Lossless tab-separated values with a header row. */
    TSV,
    /** One JSON object per line. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Writes the first rows of a batch.
   *
   * @param batch a batch with one column per field, in field order
   * @param count number of rows to write
   */
  void write(Batch batch, int count) throws IOException;

  /** Writes buffered rows and flushes the stream, which stays open. */
  void finish() throws IOException;

  /**
   * Starts the output and writes the header, if any.
   *
   * @param width maximum width of a table in terminal columns; {@link Integer#MAX_VALUE} for no
   *     limit
   */
  static RowWriter begin(Format format, OutputStream out, List<RowField> fields, int width)
      throws IOException {
    return switch (format) {
      case TABLE -> new TableRowWriter(out, fields, width);
      case CSV -> new CsvRowWriter(out, fields);
      case JSON -> new JsonRowWriter(out, fields);
      case TSV -> of(TsvRowWriter.begin(out, names(fields)));
    };
  }

  /**
   * Starts tab-separated output whose rows are sorted by their bytes. Rows are buffered until
   * {@link #finish}.
   */
  static RowWriter beginSorted(OutputStream out, List<RowField> fields) throws IOException {
    return of(TsvRowWriter.beginSorted(out, names(fields)));
  }

  private static List<String> names(List<RowField> fields) {
    return fields.stream().map(RowField::name).toList();
  }

  private static RowWriter of(TsvRowWriter text) {
    return new RowWriter() {
      @Override
      public void write(Batch batch, int count) throws IOException {
        text.write(batch, count);
      }

      @Override
      public void finish() throws IOException {
        text.finish();
      }
    };
  }
}
