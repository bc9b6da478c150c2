package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * Encodes and decodes an {@link RTree}: the fanout, the number of levels, and the boxes of each
 * level. Versions 3 and 4 also store the number of dimensions and their type.
 */
public final class RTreeFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "R-tree";

  private RTreeFormat() {}

  /**
   * Decodes the unfiltered bytes of the section.
   *
   * @param version the format version of the fragment
   * @param schema the schema that the fragment was written with
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static RTree decode(Slice content, FormatVersion version, ArraySchema schema) {
    return WireReader.decode(STRUCTURE, version, content, (w, t) -> transfer(w, schema, t));
  }

  /**
   * Encodes the section, without filtering it.
   *
   * @param version the format version of the fragment
   * @param schema the schema of the fragment
   */
  public static Slice encode(RTree tree, FormatVersion version, ArraySchema schema) {
    return WireWriter.encode(STRUCTURE, version, (w, t) -> transfer(w, schema, t), tree);
  }

  static RTree transfer(Wire wire, ArraySchema schema, RTree tree) {
    List<Dimension> dimensions = schema.dimensions();
    boolean separate = wire.version().hasDimensionFiles();
    if (!separate) {
      int count = wire.count32("dimensions", tree, t -> dimensions.size());
      wire.check(
          count == dimensions.size(),
          "dimensions",
          "%d, but the schema has %d",
          count,
          dimensions.size());
    }
    int fanout = wire.count32("fanout", tree, RTree::fanout);
    wire.check(fanout >= 2, "fanout", "%d is less than 2", fanout);
    if (!separate) {
      Datatype type = dimensions.get(0).type();
      Datatype found = wire.code("type", Codes.DATATYPES, tree, t -> type);
      wire.check(found == type, "type", "%s, but the schema has %s", found, type);
    }
    List<Boxes> levels =
        wire.list32(
            "levels", (w, b) -> BoxesFormat.transfer(w, dimensions, b), tree, RTree::levels);
    for (int i = 1; i < levels.size(); i++) {
      long parents = levels.get(i - 1).count();
      long children = levels.get(i).count();
      wire.check(
          parents == (children + fanout - 1) / fanout,
          "levels",
          "%d boxes of level %d do not match the %d of the next level (fanout %d)",
          parents,
          i - 1,
          children,
          fanout);
    }
    return new RTree(fanout, levels);
  }
}
