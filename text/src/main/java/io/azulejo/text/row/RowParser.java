package io.azulejo.text.row;

import java.io.Closeable;
import java.io.IOException;

/** Parses the rows of a file, one after the other. */
public abstract class RowParser implements Closeable {
  /** Maximum number of characters of a cell. */
  public static final int LONGEST_CELL = 1 << 28;

  /**
   * Passes on the cells and the end of the next row.
   *
   * @return whether there was a row
   * @throws io.azulejo.error.InvalidRequestException if the rest of the text cannot be split into
   *     rows
   */
  public abstract boolean next(RowSink sink) throws IOException;

  /** Returns the current line for messages. */
  public abstract long line();

  /** Returns the number of wide rows so far, including previous files; 0 without a wide table. */
  public long wideRows() {
    return 0;
  }
}
