package io.azulejo.cli.command;

import io.azulejo.query.Batch;
import io.azulejo.text.input.RowReader;
import java.io.IOException;

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
