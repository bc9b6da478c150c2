package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.fragment.SpillCodec;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the columns of cells with coordinates are like: those of attributes, then dimensions, then
 * special fields.
 */
final class CellLayout {
  /** What one more cell takes while cells are sorted: its key and its place, each twice. */
  private static final int SORTING = 2 * (Long.BYTES + 2 * Integer.BYTES);

  /** What a column takes besides its values. */
  private static final int COLUMN = 96;

  private final ArraySchema schema;
  private final CoordinateCheck coordinates;
  private final int[] cellSizes;
  private final boolean[] nullable;
  private final int numbers;
  private final int[] varFields;
  private final long fixedBytes;

  CellLayout(ArraySchema schema) {
    this(schema, 0, Optional.empty());
  }

  /**
   * The layout of cells of an array.
   *
   * @param specials how many special fields they have, each a number of 64 bits
   * @param part the box that they have to lie in; empty where they may lie anywhere
   */
  CellLayout(ArraySchema schema, int specials, Optional<NDRange> part) {
    this.schema = schema;
    this.coordinates = new CoordinateCheck(schema, part);
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

  /** Codecs of the attributes and dimensions, for files of work in progress. */
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

  CoordinateCheck coordinates() {
    return coordinates;
  }

  /** The number of columns. */
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

  /** The bytes of a cell of fixed size. */
  int cellSize(int field) {
    return cellSizes[field];
  }

  /** The fields whose cells are of variable size. */
  int[] varFields() {
    return varFields;
  }

  /** The bytes of a cell but for values of variable size. */
  long fixedBytes() {
    return fixedBytes;
  }

  /**
   * Cells that were appended, once their coordinates are checked.
   *
   * @param first which of all that were appended the first one is
   * @throws io.azulejo.error.InvalidRequestException if a coordinate is out of bounds
   */
  CellPart checked(CellColumn[] columns, int rows, long first) {
    CellColumn[] places = places(columns);
    CoordinateBounds bounds = coordinates.check(places, rows);
    return new CellPart(columns, places, rows, bounds, new RowNumbers(first, first + rows, true));
  }

  private CellColumn[] places(CellColumn[] columns) {
    int first = schema.attributes().size();
    return Arrays.copyOfRange(columns, first, first + schema.dimensions().size());
  }

  /** Cells of which coordinates were checked. */
  CellPart part(CellColumn[] columns, int rows, RowNumbers rowNumbers) {
    CellColumn[] places = places(columns);
    return new CellPart(columns, places, rows, coordinates.bounds(places, rows), rowNumbers);
  }

  /** The bytes of values, offsets and validity of cells. */
  long bytes(CellPart part) {
    long bytes = fixedBytes * part.selected;
    for (int field : varFields) {
      int[] offsets = part.columns[field].offsets();
      bytes += offsets[part.selected] - offsets[0];
    }
    return bytes;
  }

  /** The memory that cells take until they are sorted and in files. */
  long memory(CellPart part) {
    return bytes(part) + memoryBesides(part.selected);
  }

  /** How many rows of a part, at least 1, take about so much memory. */
  int rowsWithin(CellPart part, long memory) {
    double share = (double) memory / memory(part);
    return share >= 1 ? part.selected : (int) Math.max(1, part.selected * share);
  }

  /** The memory that cells take besides values. */
  long memoryBesides(int rows) {
    return rows * (SORTING + (long) Long.BYTES * numbers) + (long) COLUMN * cellSizes.length;
  }
}
