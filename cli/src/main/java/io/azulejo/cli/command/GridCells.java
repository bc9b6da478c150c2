package io.azulejo.cli.command;

import io.azulejo.cli.grid.Grid;
import io.azulejo.query.Batch;
import java.io.IOException;

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
