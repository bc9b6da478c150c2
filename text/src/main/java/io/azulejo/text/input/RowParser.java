package io.azulejo.text.input;

import java.io.Closeable;
import java.io.IOException;

/** The rows of a file, one after the other. */
abstract class RowParser implements Closeable {
  /** Maximum characters of a cell. */
  static final int LONGEST_CELL = 1 << 28;

  /**
   * Hands the cells of the next row on, and its end.
   *
   * @return whether there was one
   * @throws io.azulejo.error.InvalidRequestException if the text cannot be divided into rows any
   *     further
   */
  abstract boolean next(RowSink sink) throws IOException;

  /** The line that is being read, for messages. */
  abstract long line();

  /**
   * The rows of wide tables so far, of the files before as well; 0 where there is no such table.
   */
  long wideRows() {
    return 0;
  }
}
