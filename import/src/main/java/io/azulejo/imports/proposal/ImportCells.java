package io.azulejo.imports.proposal;

import io.azulejo.query.Batch;
import io.azulejo.schema.Layout;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The cells of a file. They are read once, in batches and in file order. Instances are not
 * thread-safe. The caller must close them.
 */
public interface ImportCells extends Closeable {
  /**
   * Reads the next cells.
   *
   * @return null at the end or after an invalid row; call {@link #check} to tell them apart
   * @throws io.azulejo.error.InvalidRequestException if the file is damaged or truncated
   * @throws IOException if the file cannot be read
   */
  Batch next() throws IOException;

  /**
   * Reports invalid rows. Call this method when {@link #next} has returned null. Otherwise, the
   * cells after the first invalid row are lost without notice.
   *
   * @throws io.azulejo.error.InvalidRequestException if rows are invalid; its message lists the
   *     first ones
   * @throws IOException if the file cannot be read
   */
  default void check() throws IOException {}

  /**
   * Returns whether batches for a dense array have columns for its dimensions. The result is valid
   * after the first call of {@link #next}.
   */
  default boolean hasCoordinates() {
    return false;
  }

  /**
   * Returns the order of cells that have no coordinates, either {@link Layout#ROW_MAJOR} or {@link
   * Layout#COL_MAJOR}.
   */
  default Layout layout() {
    return Layout.ROW_MAJOR;
  }

  /**
   * Returns messages for the user about the cells read so far, such as which number was read as
   * null. The list is empty if there are none.
   */
  default List<String> notes() {
    return List.of();
  }

  /** Returns the number of bytes read so far, for progress reports. */
  long bytes();
}
