package io.azulejo.text.row;

import java.io.Closeable;
import java.io.IOException;

/** Parses a file into rows and passes them to a sink. */
public abstract class RowParser implements Closeable {
  /** Maximum number of characters in a cell. */
  public static final int LONGEST_CELL = 1 << 28;

  /**
   * Parses the next row and passes its cells and its end to the sink.
   *
   * @return false at the end of the file
   * @throws io.azulejo.error.InvalidRequestException if the rest of the file cannot be split into
   *     rows
   */
  public abstract boolean next(RowSink sink) throws IOException;

  /** Returns the number of the current line, for messages. */
  public abstract long line();

  /**
   * Returns the number of wide rows parsed so far, previous files included, or 0 if rows are not
   * melted.
   */
  public long wideRows() {
    return 0;
  }
}
