package io.azulejo.cli.command;

import io.azulejo.cli.grid.Grid;
import io.azulejo.query.Batch;
import io.azulejo.text.input.RowReader;
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

  /** Cells of a file of text. */
  record TextCells(RowReader rows) implements CellInput {
    @Override
    public Batch next() throws IOException {
      return rows.next();
    }

    @Override
    public void check() throws IOException {
      rows.check();
    }

    @Override
    public boolean hasCoordinates() {
      return rows.hasOptional();
    }

    @Override
    public long bytes() {
      return rows.bytes();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  /** The cells of a grid, in its order. */
  record GridCells(Grid grid) implements CellInput {
    @Override
    public Batch next() throws IOException {
      return grid.next();
    }

    @Override
    public long bytes() {
      return grid.bytes();
    }

    @Override
    public void close() throws IOException {
      grid.close();
    }
  }
}
