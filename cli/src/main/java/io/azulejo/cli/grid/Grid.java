package io.azulejo.cli.grid;

import io.azulejo.MetadataValue;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Layout;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of all cells of a box, read once from the first to the last. For one thread. */
public interface Grid extends Closeable {
  /** What is added to the name of a dimension whose coordinates are a label. */
  String INDEX = "_index";

  /** Longer dimensions have no labels, because the file sets their length. */
  long MOST_LABELS = 1 << 22;

  /**
   * A side of the box.
   *
   * @param name what its dimension is called
   * @param length how many cells it has
   */
  record Side(String name, long length) {
    /** The same with the name of a dimension whose coordinates are a label. */
    Side indexed() {
      return new Side(name + INDEX, length);
    }
  }

  /**
   * Coordinates of a side, which become a label of its dimension.
   *
   * @param side which side, counted from 0
   * @param order whether they increase or decrease
   * @param values one for each cell, in a column of the label's name, none null
   */
  record Label(int side, DataOrder order, FixedColumn values) {
    /** The same with another name. */
    Label renamed(String name) {
      return new Label(
          side,
          order,
          new FixedColumn(name, values.type(), 1, values.rows(), values.array(), null));
    }
  }

  /** The sides, that of whole rows first. */
  List<Side> sides();

  /** The sides of a grid, where those with labels are called {@code NAME_index}. */
  static List<Side> sides(List<Side> plain, List<Label> labels) {
    List<Side> sides = new ArrayList<>(plain);
    labels.forEach(label -> sides.set(label.side(), plain.get(label.side()).indexed()));
    return List.copyOf(sides);
  }

  /** What each cell has. */
  List<Attribute> attributes();

  /** The order of the cells: ROW_MAJOR or COL_MAJOR. */
  default Layout layout() {
    return Layout.ROW_MAJOR;
  }

  /** What else is said of the box, such as where it lies. */
  default Map<String, MetadataValue> facts() {
    return Map.of();
  }

  /** The coordinates that the file has, at most one label a side. */
  default List<Label> labels() {
    return List.of();
  }

  /** What people should know of the cells that were read so far. */
  default List<String> notes() {
    return List.of();
  }

  /** What else the file has that is not read. */
  default List<String> leftOut() {
    return List.of();
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
