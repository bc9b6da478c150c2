package io.azulejo.cli.grid;

import io.azulejo.query.Batch;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Layout;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The values of all cells of a box, read once from the first to the last. For one thread. */
public interface Grid extends Closeable {
  /**
   * A side of the box.
   *
   * @param name what its dimension is called
   * @param length how many cells it has
   */
  record Side(String name, long length) {}

  /** The sides, that of whole rows first. */
  List<Side> sides();

  /** What each cell has. */
  List<Attribute> attributes();

  /** The order of the cells: ROW_MAJOR or COL_MAJOR. */
  default Layout layout() {
    return Layout.ROW_MAJOR;
  }

  /** What else is said of the box, such as where it lies. */
  default Map<String, Double> facts() {
    return Map.of();
  }

  /**
   * The next cells, columns of all attributes; null at the end.
   *
   * @throws io.azulejo.error.InvalidRequestException if the file ends before, or is damaged
   */
  Batch next() throws IOException;

  /** The bytes read so far, unpacked. */
  long bytes();
}
