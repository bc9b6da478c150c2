package io.azulejo.cli.command;

import io.azulejo.query.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Where cells come from that are written to an array. */
interface CellInput extends Closeable {
  /** The next cells; null at the end. */
  Batch next() throws IOException;

  /** Refuses what was wrong with the cells so far; nothing where {@link #next} does so at once. */
  default void check() throws IOException {}

  /** Whether cells of a dense array have their coordinates. */
  default boolean hasCoordinates() {
    return false;
  }

  /** The bytes read so far. */
  long bytes();
}
