package io.azulejo.cli.grid;

import io.azulejo.MetadataValue;
import io.azulejo.cli.terminal.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Layout;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A grid whose errors name its file.
 *
 * @param file what messages call the file
 * @param grid its cells
 */
record NamedGrid(String file, Grid grid) implements Grid {
  @Override
  public List<Side> sides() {
    return grid.sides();
  }

  @Override
  public List<Attribute> attributes() {
    return grid.attributes();
  }

  @Override
  public Layout layout() {
    return grid.layout();
  }

  @Override
  public Map<String, MetadataValue> facts() {
    return grid.facts();
  }

  @Override
  public List<Label> labels() {
    return grid.labels();
  }

  @Override
  public List<String> notes() {
    return grid.notes();
  }

  @Override
  public List<String> leftOut() {
    return grid.leftOut();
  }

  @Override
  public Batch next() throws IOException {
    return FileReading.of(file, grid::next);
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
