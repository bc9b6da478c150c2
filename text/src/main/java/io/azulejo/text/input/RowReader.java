package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Batch;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.concurrent.CancellationException;

/** A file of rows, read once from its beginning to its end. */
public final class RowReader implements Closeable {
  private static final int ROWS_BETWEEN_LOOKS = 1 << 12;

  private final String name;
  private final RowText text;
  private final RowParser source;
  private final Counted counted;
  private final CheckedRows checked;
  private final Tasks tasks;
  private final TableRows table; // null where rows come one by one
  private final BatchBuilder batches; // null where rows go elsewhere

  private RowReader(
      String name,
      RowText text,
      Counted counted,
      CheckedRows checked,
      Tasks tasks,
      TableRows table,
      BatchBuilder batches) {
    this.name = name;
    this.text = text;
    this.source = text.parser();
    this.counted = counted;
    this.checked = checked;
    this.tasks = tasks;
    this.table = table;
    this.batches = batches;
  }

  /**
   * How the texts of a file are to be understood.
   *
   * @param format how rows are written
   * @param nullWord a word without quotes that stands for null, in CSV and TSV; empty for none
   * @param indexes whether cells of enumerated fields are indexes; values otherwise
   * @param notation how numbers and dates are written
   * @param dialect how characters make texts and cells
   */
  public record Options(
      InputFormat format,
      String nullWord,
      boolean indexes,
      ValueNotation notation,
      TextDialect dialect) {
    /** Numbers and dates in their usual form. */
    public Options(InputFormat format, String nullWord, boolean indexes) {
      this(format, nullWord, indexes, ValueNotation.USUAL, TextDialect.STRICT);
    }

    /** A format as {@code read} writes it. */
    public static Options of(InputFormat format) {
      return new Options(format, "", format == InputFormat.TSV);
    }

    /** The same with another notation of numbers and dates. */
    public Options with(ValueNotation other) {
      return new Options(format, nullWord, indexes, other, dialect);
    }

    /** The same with cells of enumerated fields that are values. */
    public Options withValues() {
      return new Options(format, nullWord, false, notation, dialect);
    }
  }

  /**
   * The rows of a file as cells of these fields.
   *
   * @param name the file's name for messages
   */
  public static RowReader open(
      String name, InputStream in, Options options, List<InputField> fields) throws IOException {
    return open(name, in, options, fields, List.of());
  }

  /**
   * The same, with fields that come all or not at all.
   *
   * @param optional the fields that may be left out; the last ones of a batch
   */
  public static RowReader open(
      String name,
      InputStream in,
      Options options,
      List<InputField> fields,
      List<InputField> optional)
      throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, optional, options, false);
    return open(name, in, options, rows, rows, Long.MAX_VALUE);
  }

  /** Only these fields; other columns of tables are passed over, whatever their cells are. */
  public static RowReader openSome(
      String name, InputStream in, Options options, List<InputField> fields) throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, List.of(), options, true);
    return open(name, in, options, rows, rows, Long.MAX_VALUE);
  }

  /**
   * Rows for a handler.
   *
   * @param batches the handler, where rows become batches; else null
   * @param bound how many rows are handed on before {@link #hasNext} is asked, if ever
   */
  static RowReader open(
      String name,
      InputStream in,
      Options options,
      RowHandler handler,
      BatchBuilder batches,
      long bound)
      throws IOException {
    Counted counted = new Counted(in);
    try {
      RowText text = RowText.open(name, counted, options);
      CheckedRows checked = new CheckedRows(handler);
      Tasks tasks = new Tasks(Runtime.getRuntime().availableProcessors() - 1, 0);
      TableRows table =
          options.format() == InputFormat.JSON
              ? null
              : new TableRows(text.parser(), handler, checked, tasks, bound);
      return new RowReader(name, text, counted, checked, tasks, table, batches);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * The next rows.
   *
   * @return null when there are no more, or when a bad row came: see {@link #check}
   */
  public Batch next() throws IOException {
    while (checked.bad().isEmpty() && advance()) {
      if (batches.isFull(ahead()) && checked.bad().isEmpty()) {
        return batches.take();
      }
    }
    return checked.bad().isEmpty() && batches.rows() > 0 ? batches.take() : null;
  }

  /**
   * Reads on to the end of the file if there was a bad row, to know how many there are.
   *
   * @throws InvalidRequestException if rows were bad; it names the first ones
   */
  public void check() throws IOException {
    if (checked.bad().isEmpty()) {
      return;
    }
    while (advance()) {
      if (batches != null && batches.isFull(ahead())) {
        batches.clear();
      }
    }
    throw checked.bad().failure(name, checked.rows());
  }

  /** The rows that come with the next step, at least. */
  private int ahead() {
    return table == null ? 1 : Math.max(1, table.ahead());
  }

  /** Hands on some rows; returns whether there were any. */
  boolean advance() throws IOException {
    if ((table != null || checked.rows() % ROWS_BETWEEN_LOOKS == 0) && Thread.interrupted()) {
      throw new CancellationException("interrupted while reading " + name);
    }
    return step(table == null ? () -> source.next(checked) : table::advance);
  }

  /** Whether there are more rows; they may have been handed on. */
  boolean hasNext() throws IOException {
    return table == null ? advance() : step(table::hasNext);
  }

  private interface Step {
    boolean run() throws IOException;
  }

  private boolean step(Step step) throws IOException {
    try {
      return step.run();
    } catch (CharacterCodingException e) {
      throw new InvalidRequestException(
          "%s: line %d or after it: there are bytes that are not %s"
              .formatted(name, source.line(), text.charset()));
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(name + ": " + e.getMessage());
    }
  }

  /** Whether the fields that may be left out are there; known after the first rows came. */
  public boolean hasOptional() {
    return batches.isWhole();
  }

  /** What people should know of how the file is understood. */
  List<String> notes() {
    return text.notes();
  }

  /** The rows so far. */
  public long rows() {
    return checked.rows();
  }

  /** The bytes of the file so far. */
  public long bytes() {
    return counted.count;
  }

  @Override
  public void close() throws IOException {
    tasks.close();
    source.close();
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int n = super.read(bytes, offset, length);
      count += Math.max(0, n);
      return n;
    }
  }
}
