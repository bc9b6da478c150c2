package io.azulejo.text.output;

import io.azulejo.query.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** Writes rows as a table or as text for programs, after a header if the format has one. */
public interface RowWriter {
  /** Output formats. */
  enum Format {
    /** A table for people, fitted to the terminal. */
    TABLE,
    /** Comma-separated values with a header row. */
    CSV,
    /** Tab-separated values with a header row; lossless. */
    TSV,
    /** One JSON object per line. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Writes the first rows of a batch, whose columns are the fields. */
  void write(Batch batch, int count) throws IOException;

  /** Writes buffered rows. The stream stays open. */
  void finish() throws IOException;

  /**
   * Starts to write rows.
   *
   * @param width the maximum width of a table in columns; {@link Integer#MAX_VALUE} for no limit
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

  /** Starts to write tab-separated rows, sorted by their bytes. */
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
