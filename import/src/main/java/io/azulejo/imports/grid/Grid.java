package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A file whose cells fill a box, as cells of a dense array. Each batch has a column for each
 * attribute and none for dimensions.
 */
public interface Grid extends ImportCells {
  /** Suffix of the name of a dimension whose coordinates are stored as a label. */
  String INDEX = "_index";

  /** Maximum length of a dimension with labels. A file could declare any length. */
  long MOST_LABELS = 1 << 22;

  /**
   * A dimension of the box.
   *
   * @param name name of the dimension
   * @param length number of cells
   */
  record Side(String name, long length) {
    /** Returns the side with the name that a dimension has if its coordinates are a label. */
    Side indexed() {
      return new Side(name + INDEX, length);
    }
  }

  /** Returns the sides of the box. Batches split the first side. */
  List<Side> sides();

  /**
   * Returns the sides of a grid in which each side with a label is named {@code NAME_index}.
   *
   * @param plain sides with the names in the file
   */
  static List<Side> sides(List<Side> plain, List<CoordinateLabel> labels) {
    List<Side> sides = new ArrayList<>(plain);
    labels.forEach(label -> sides.set(label.side(), plain.get(label.side()).indexed()));
    return List.copyOf(sides);
  }

  /** Returns the attributes of the cells. */
  List<Attribute> attributes();

  /** Returns further information about the grid as metadata, such as its position. */
  default Map<String, MetadataValue> facts() {
    return Map.of();
  }

  /** Returns the coordinates in the file as labels, at most one per side. */
  default List<CoordinateLabel> labels() {
    return List.of();
  }

  /** Returns the names of contents of the file that are not imported. */
  default List<String> leftOut() {
    return List.of();
  }
}
