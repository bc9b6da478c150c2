package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of all cells of a box, columns of all attributes in each batch. */
public interface Grid extends ImportCells {
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

  /** The sides, that of whole rows first. */
  List<Side> sides();

  /** The sides of a grid, where those with labels are called {@code NAME_index}. */
  static List<Side> sides(List<Side> plain, List<CoordinateLabel> labels) {
    List<Side> sides = new ArrayList<>(plain);
    labels.forEach(label -> sides.set(label.side(), plain.get(label.side()).indexed()));
    return List.copyOf(sides);
  }

  /** What each cell has. */
  List<Attribute> attributes();

  /** What else is said of the box, such as where it lies. */
  default Map<String, MetadataValue> facts() {
    return Map.of();
  }

  /** The coordinates that the file has, at most one label a side. */
  default List<CoordinateLabel> labels() {
    return List.of();
  }

  /** What else the file has that is not read. */
  default List<String> leftOut() {
    return List.of();
  }
}
