package io.azulejo.text.output;

import io.azulejo.query.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** Where rows go: a table, or text for programs. Begins with what names the fields, if anything. */
public interface RowWriter {
  /** How rows come out. */
  enum Format {
    /** Fitted to the terminal, for people. */
    TABLE,
    /** Comma-separated values with a header. */
    CSV,
    /** Tab-separated texts with a header, values to the bit. */
    TSV,
    /** An object a line. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Writes the first rows of a batch, whose columns are the fields. */
  void write(Batch batch, int count) throws IOException;

  /** Writes what is still kept. The stream stays open. */
  void finish() throws IOException;

  /**
   * Begins to write rows.
   *
   * @param width the columns that a table may take; {@link Integer#MAX_VALUE} where nothing limits
   *     them
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

  /** Begins to write tab-separated rows, sorted by their bytes. */
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
