package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.schema.Attribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of all cells of a box. Each batch has columns for all attributes. */
public interface Grid extends ImportCells {
  /** Suffix of the name of a dimension whose coordinates are a label. */
  String INDEX = "_index";

  /** Maximum length of a dimension with labels, because the file sets the length. */
  long MOST_LABELS = 1 << 22;

  /**
   * A side of the box.
   *
   * @param name the name of its dimension
   * @param length the number of cells
   */
  record Side(String name, long length) {
    /** Returns the side with the name of a dimension whose coordinates are a label. */
    Side indexed() {
      return new Side(name + INDEX, length);
    }
  }

  /** Returns the sides; the side of whole rows comes first. */
  List<Side> sides();

  /** Returns the sides of a grid; sides with labels are named {@code NAME_index}. */
  static List<Side> sides(List<Side> plain, List<CoordinateLabel> labels) {
    List<Side> sides = new ArrayList<>(plain);
    labels.forEach(label -> sides.set(label.side(), plain.get(label.side()).indexed()));
    return List.copyOf(sides);
  }

  /** Returns the attributes of the cells. */
  List<Attribute> attributes();

  /** Returns other information about the box as metadata, such as its position. */
  default Map<String, MetadataValue> facts() {
    return Map.of();
  }

  /** Returns the coordinates in the file, at most one label per side. */
  default List<CoordinateLabel> labels() {
    return List.of();
  }

  /** Returns the names of other contents of the file that are not read. */
  default List<String> leftOut() {
    return List.of();
  }
}
