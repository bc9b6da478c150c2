package io.azulejo.imports.proposal;

import io.azulejo.query.Batch;
import io.azulejo.schema.Layout;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The cells of a file, read once, batch by batch, in the order of the file. For one thread. */
public interface ImportCells extends Closeable {
  /**
   * Returns the next cells; null at the end and after a bad row: see {@link #check}.
   *
   * @throws io.azulejo.error.InvalidRequestException if the file is damaged or truncated
   * @throws IOException if the file cannot be read
   */
  Batch next() throws IOException;

  /**
   * Checks for bad rows. Without a call, the cells after the first bad row are missing.
   *
   * @throws io.azulejo.error.InvalidRequestException if rows were bad; names the first ones
   */
  default void check() throws IOException {}

  /** Returns whether batches for a dense array have columns for its dimensions. */
  default boolean hasCoordinates() {
    return false;
  }

  /** Returns the order of cells without coordinates: ROW_MAJOR or COL_MAJOR. */
  default Layout layout() {
    return Layout.ROW_MAJOR;
  }

  /**
   * Returns notes for people on the cells read so far, such as the number that was read as null.
   */
  default List<String> notes() {
    return List.of();
  }

  /** Returns the number of bytes read so far. */
  long bytes();
}
