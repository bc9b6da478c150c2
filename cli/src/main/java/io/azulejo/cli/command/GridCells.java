package io.azulejo.cli.command;

import io.azulejo.cli.grid.Grid;
import io.azulejo.cli.grid.GridFile;
import io.azulejo.query.Batch;
import java.io.IOException;

/** The cells of a grid, in its order. */
record GridCells(Grid grid) implements CellInput {
  static GridCells open(GridFile file) throws IOException {
    return new GridCells(file.open());
  }

  @Override
  public Batch next() throws IOException {
    return grid.next();
  }

  @Override
  public void check() {
    // What is wrong with a cell was an error at once.
  }

  @Override
  public boolean hasCoordinates() {
    return false;
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
