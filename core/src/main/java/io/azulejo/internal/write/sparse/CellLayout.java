package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.fragment.SpillCodec;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Describes the columns of cells with coordinates: attributes, then dimensions, then special
 * fields.
 */
final class CellLayout {
  /** Extra bytes that a cell takes while it is sorted: its key and its place, each twice. */
  private static final int SORTING = 2 * (Long.BYTES + 2 * Integer.BYTES);

  /** Overhead of a column in bytes, besides its values. */
  private static final int COLUMN = 96;

  private final ArraySchema schema;
  private final int[] cellSizes;
  private final boolean[] nullable;
  private final int numbers;
  private final int[] varFields;
  private final long fixedBytes;

  CellLayout(ArraySchema schema) {
    this(schema, 0);
  }

  /**
   * Creates the layout for cells of an array.
   *
   * @param specials number of special fields; each is a 64-bit integer
   */
  CellLayout(ArraySchema schema, int specials) {
    this.schema = schema;
    int attributes = schema.attributes().size();
    int dimensions = schema.dimensions().size();
    int fields = attributes + dimensions + specials;
    cellSizes = new int[fields];
    nullable = new boolean[fields];
    int numbersSoFar = 0;
    for (int f = 0; f < fields; f++) {
      if (f < attributes) {
        Attribute attribute = schema.attributes().get(f);
        cellSizes[f] = attribute.isVar() ? 0 : attribute.cellSize();
        nullable[f] = attribute.nullable();
      } else if (f >= attributes + dimensions) {
        cellSizes[f] = Long.BYTES;
      } else {
        Dimension dimension = schema.dimensions().get(f - attributes);
        cellSizes[f] = dimension.isVar() ? 0 : dimension.type().size();
        numbersSoFar += dimension.isVar() ? 0 : 1;
      }
    }
    numbers = numbersSoFar;
    varFields = IntStream.range(0, fields).filter(this::isVar).toArray();
    long fixed = 0;
    for (int f = 0; f < fields; f++) {
      fixed += (isVar(f) ? Integer.BYTES : cellSizes[f]) + (nullable[f] ? 1 : 0);
    }
    fixedBytes = fixed;
  }

  ArraySchema schema() {
    return schema;
  }

  /** Returns the codecs of the attributes and dimensions for temporary files. */
  List<SpillCodec> spillCodecs(Optional<EncryptionKey> key) {
    List<SpillCodec> codecs = new ArrayList<>();
    schema
        .attributes()
        .forEach(a -> codecs.add(SpillCodec.compressed(a.type(), a.isVar(), a.nullable(), key)));
    schema
        .dimensions()
        .forEach(d -> codecs.add(SpillCodec.compressed(d.type(), d.isVar(), false, key)));
    return codecs;
  }

  /** Returns the number of columns. */
  int fields() {
    return cellSizes.length;
  }

  String name(int field) {
    int attributes = schema.attributes().size();
    return field < attributes
        ? schema.attributes().get(field).name()
        : schema.dimensions().get(field - attributes).name();
  }

  boolean isVar(int field) {
    return cellSizes[field] == 0;
  }

  boolean nullable(int field) {
    return nullable[field];
  }

  /** Returns the size of a fixed-size cell in bytes; 0 for variable-size cells. */
  int cellSize(int field) {
    return cellSizes[field];
  }

  /** Returns the fields with variable-size cells. */
  int[] varFields() {
    return varFields;
  }

  /** Returns the size of a cell in bytes, without variable-size values. */
  long fixedBytes() {
    return fixedBytes;
  }

  /** Creates a part of cells that are to be checked or sorted. */
  CellPart part(CellColumn[] columns, int rows, CellPart.RowNumbers numbers) {
    return new CellPart(schema, columns, rows, numbers, true);
  }

  /** Returns the size of the values, offsets and validity of a part in bytes. */
  long bytes(CellPart part) {
    long bytes = fixedBytes * part.selected;
    for (int field : varFields) {
      int[] offsets = part.columns[field].offsets();
      bytes += offsets[part.selected] - offsets[0];
    }
    return bytes;
  }

  /** Returns the bytes that a part needs in memory until its cells are sorted and written. */
  long memory(CellPart part) {
    return bytes(part) + memoryBesides(part.selected);
  }

  /** Returns how many rows of a part need about the given amount of memory; at least 1. */
  int rowsWithin(CellPart part, long memory) {
    double share = (double) memory / memory(part);
    return share >= 1 ? part.selected : (int) Math.max(1, part.selected * share);
  }

  /** Returns the bytes that a part with the given number of rows needs besides its values. */
  long memoryBesides(int rows) {
    return rows * (SORTING + (long) Long.BYTES * numbers) + (long) COLUMN * cellSizes.length;
  }
}
