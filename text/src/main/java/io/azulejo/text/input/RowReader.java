package io.azulejo.text.input;

import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.text.work.Workers;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rows of a file, or of several files one after the other, read once from beginning to end. */
public final class RowReader implements Closeable {
  private static final int ROWS_BETWEEN_LOOKS = 1 << 12;
  private static final int MOST_NOTES = 5;

  private final Options options;
  private final RowHandler handler;
  private final BatchBuilder batches; // null where rows go elsewhere
  private final CheckedRows checked;
  private final Workers workers;
  private final long bound;
  private final Iterator<? extends RowFile> rest;
  private final Set<String> notes = new LinkedHashSet<>();
  private Part part;
  private long rowsBefore;
  private long bytesBefore;

  /** The file that is being read; rows come one by one where it has no table. */
  private record Part(String name, Counted counted, RowText text, TableRows table) {}

  private RowReader(
      List<? extends RowFile> files,
      Options options,
      RowHandler handler,
      BatchBuilder batches,
      long bound)
      throws IOException {
    this.options = options;
    this.handler = handler;
    this.batches = batches;
    this.bound = bound;
    checked = new CheckedRows(handler);
    workers = new Workers();
    rest = files.iterator();
    try {
      part = begin(rest.next());
    } catch (Throwable e) {
      workers.close();
      throw e;
    }
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
    return open(List.of(RowFile.of(name, in)), options, fields, optional);
  }

  /**
   * The rows of several files, of the same columns each.
   *
   * @param optional fields that come all or not at all; the last ones of a batch
   */
  public static RowReader open(
      List<? extends RowFile> files,
      Options options,
      List<InputField> fields,
      List<InputField> optional)
      throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, optional, options, false);
    return new RowReader(files, options, rows, rows, Long.MAX_VALUE);
  }

  /** Only these fields; other columns of tables are passed over, whatever their cells are. */
  public static RowReader openSome(
      String name, InputStream in, Options options, List<InputField> fields) throws IOException {
    return openSome(List.of(RowFile.of(name, in)), options, fields);
  }

  /** The same of several files, of the same columns each. */
  public static RowReader openSome(
      List<? extends RowFile> files, Options options, List<InputField> fields) throws IOException {
    BatchBuilder rows = new BatchBuilder(fields, List.of(), options, true);
    return new RowReader(files, options, rows, rows, Long.MAX_VALUE);
  }

  /**
   * Rows for a handler.
   *
   * @param bound how many rows are handed on before {@link #hasNext} is asked, if ever
   */
  static RowReader open(
      List<? extends RowFile> files, Options options, RowHandler handler, long bound)
      throws IOException {
    return new RowReader(files, options, handler, null, bound);
  }

  private Part begin(RowFile file) throws IOException {
    Counted counted = new Counted(file.open());
    try {
      long before = part == null ? 0 : part.text().parser().wideRows();
      RowText text = RowText.open(counted, options, before);
      for (String note : text.notes()) {
        if (notes.size() < MOST_NOTES) {
          notes.add(part == null && !rest.hasNext() ? note : file.name() + ": " + note);
        }
      }
      TableRows table =
          options.format() == InputFormat.JSON
              ? null
              : new TableRows(text.parser(), handler, checked, workers, bound - checked.rows());
      return new Part(file.name(), counted, text, table);
    } catch (InvalidRequestException e) {
      counted.close();
      throw new InvalidRequestException(file.name() + ": " + e.getMessage(), file.name(), e);
    } catch (Throwable e) {
      counted.close();
      throw e;
    }
  }

  /** Goes on to the next file, unless there was a bad row; returns whether there is one. */
  private boolean goOn() throws IOException {
    if (!rest.hasNext() || !checked.bad().isEmpty()) {
      return false;
    }
    rowsBefore = checked.rows();
    bytesBefore += part.counted().count;
    part.text().parser().close();
    part = begin(rest.next());
    return true;
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
   * Reads on to the end of the file if there was a bad row, to know how many there are: then
   * nothing is to be written.
   *
   * @throws InvalidRequestException if rows were bad; it names the first ones
   */
  public void check() throws IOException {
    check(", and nothing was written");
  }

  /** The same where nothing was to be written. */
  public void checkRead() throws IOException {
    check("");
  }

  private void check(String so) throws IOException {
    if (checked.bad().isEmpty()) {
      return;
    }
    while (advance()) {
      if (batches != null && batches.isFull(ahead())) {
        batches.clear();
      }
    }
    throw checked.bad().failure(part.name(), checked.rows() - rowsBefore, so);
  }

  /** The rows that come with the next step, at least. */
  private int ahead() {
    return part.table() == null ? 1 : Math.max(1, part.table().ahead());
  }

  /** Hands on some rows; returns whether there were any. */
  boolean advance() throws IOException {
    do {
      TableRows table = part.table();
      if ((table != null || checked.rows() % ROWS_BETWEEN_LOOKS == 0) && Thread.interrupted()) {
        throw new CancelledException("interrupted while reading " + part.name());
      }
      RowParser rows = part.text().parser();
      if (step(table == null ? () -> rows.next(checked) : table::advance)) {
        return true;
      }
    } while (goOn());
    return false;
  }

  /** Whether there are more rows; they may have been handed on. */
  boolean hasNext() throws IOException {
    do {
      if (part.table() == null ? advance() : step(part.table()::hasNext)) {
        return true;
      }
    } while (goOn());
    return false;
  }

  /** Looks at the columns of the files that are left, whose rows nobody wants. */
  void checkColumns() throws IOException {
    while (part.table() != null && goOn()) {
      step(part.table()::hasNext);
    }
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
              .formatted(part.name(), part.text().parser().line(), part.text().charset()),
          part.name(),
          e);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(part.name() + ": " + e.getMessage(), part.name(), e);
    }
  }

  /** Whether the fields that may be left out are there; known after the first rows came. */
  public boolean hasOptional() {
    return batches.isWhole();
  }

  /** What people should know of how the files so far are understood. */
  Set<String> notes() {
    return notes;
  }

  /** The rows so far. */
  public long rows() {
    return checked.rows();
  }

  /** The bytes of the files so far. */
  public long bytes() {
    return bytesBefore + part.counted().count;
  }

  @Override
  public void close() throws IOException {
    workers.close();
    part.text().parser().close();
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
