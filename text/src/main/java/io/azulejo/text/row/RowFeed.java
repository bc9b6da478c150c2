package io.azulejo.text.row;

import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.work.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Passes the rows of one or several files to a handler. Files are read once, in order. */
public final class RowFeed implements Closeable {
  private static final int ROWS_BETWEEN_LOOKS = 1 << 12;
  private static final int MOST_NOTES = 5;

  private final RowOptions options;
  private final RowHandler handler;
  private final CheckedRows checked;
  private final Workers workers;
  private final long bound;
  private final Iterator<? extends RowFile> rest;
  private final Set<String> notes = new LinkedHashSet<>();
  private Part part;
  private long rowsBefore;
  private long bytesBefore;

  /**
   * The file that is being read. The table is null for formats without columns, whose rows are
   * passed on one by one.
   */
  private record Part(String name, CountedStream counted, RowText text, TableRows table) {}

  /**
   * Opens the first file.
   *
   * @param bound number of rows after which a block ends, so that {@link #advance} passes on no row
   *     beyond it before {@link #hasNext} is called; {@link Long#MAX_VALUE} for no bound
   */
  public RowFeed(List<? extends RowFile> files, RowOptions options, RowHandler handler, long bound)
      throws IOException {
    this.options = options;
    this.handler = handler;
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

  private Part begin(RowFile file) throws IOException {
    CountedStream counted = new CountedStream(file.open());
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

  /** Opens the next file unless a row was invalid, and returns whether it did. */
  private boolean nextFile() throws IOException {
    if (!rest.hasNext() || !checked.bad().isEmpty()) {
      return false;
    }
    rowsBefore = checked.rows();
    bytesBefore += part.counted().count();
    part.text().parser().close();
    part = begin(rest.next());
    return true;
  }

  /** Returns whether all rows so far are valid. */
  public boolean isValid() {
    return checked.bad().isEmpty();
  }

  /**
   * Returns the exception that reports the invalid rows so far. At least one row must be invalid.
   *
   * @param so consequence that the message states; may be empty
   */
  public InvalidRequestException failure(String so) {
    return checked.bad().failure(part.name(), checked.rows() - rowsBefore, so);
  }

  /** Returns the minimum number of rows that the next {@link #advance} passes on. */
  public int ahead() {
    return part.table() == null ? 1 : Math.max(1, part.table().ahead());
  }

  /** Passes on the next rows and returns whether there were any. */
  public boolean advance() throws IOException {
    do {
      TableRows table = part.table();
      if ((table != null || checked.rows() % ROWS_BETWEEN_LOOKS == 0) && Thread.interrupted()) {
        throw new CancelledException("interrupted while reading " + part.name());
      }
      RowParser rows = part.text().parser();
      if (step(table == null ? () -> rows.next(checked) : table::advance)) {
        return true;
      }
    } while (nextFile());
    return false;
  }

  /** Returns whether there are more rows. For JSON, this call already passes on the next row. */
  public boolean hasNext() throws IOException {
    do {
      if (part.table() == null ? advance() : step(part.table()::hasNext)) {
        return true;
      }
    } while (nextFile());
    return false;
  }

  /** Opens the remaining files and checks their columns. Their rows are not passed on. */
  public void checkColumns() throws IOException {
    while (part.table() != null && nextFile()) {
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
          "%s: at or after line %d: bytes are not valid %s"
              .formatted(part.name(), part.text().parser().line(), part.text().charset()),
          part.name(),
          e);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(part.name() + ": " + e.getMessage(), part.name(), e);
    }
  }

  /** Returns user-facing notes on how the files so far were interpreted. */
  public Set<String> notes() {
    return notes;
  }

  /** Returns the number of rows passed on so far, including invalid ones. */
  public long rows() {
    return checked.rows();
  }

  /** Returns the number of bytes read from the files so far, before decompression. */
  public long bytes() {
    return bytesBefore + part.counted().count();
  }

  @Override
  public void close() throws IOException {
    workers.close();
    part.text().parser().close();
  }
}
