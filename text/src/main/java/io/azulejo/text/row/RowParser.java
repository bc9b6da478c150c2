package io.azulejo.text.row;

import java.io.Closeable;
import java.io.IOException;

/** The rows of a file, one after the other. */
public abstract class RowParser implements Closeable {
  /** Maximum characters of a cell. */
  public static final int LONGEST_CELL = 1 << 28;

  /**
   * Hands the cells of the next row on, and its end.
   *
   * @return whether there was one
   * @throws io.azulejo.error.InvalidRequestException if the text cannot be divided into rows any
   *     further
   */
  public abstract boolean next(RowSink sink) throws IOException;

  /** The line that is being read, for messages. */
  public abstract long line();

  /**
   * The rows of wide tables so far, of the files before as well; 0 where there is no such table.
   */
  public long wideRows() {
    return 0;
  }
}
