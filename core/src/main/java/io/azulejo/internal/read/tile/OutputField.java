package io.azulejo.internal.read.tile;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.StringNumbers;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import java.util.List;
import java.util.Optional;

/**
 * A column of the result.
 *
 * @param name the field name
 * @param type the type of a value
 * @param cellValNum number of values per cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param dimension index of the dimension, starting at 0; -1 for other fields
 * @param fill the bytes of one cell that was never written
 * @param fillValid whether such a cell is valid rather than null
 * @param numbers numbers the strings of a field whose column has their numbers (INT32) instead of
 *     the strings; null for other columns
 */
public record OutputField(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    int dimension,
    byte[] fill,
    boolean fillValid,
    StringNumbers numbers) {

  /** Creates a column with the values of the cells. */
  public OutputField(
      String name,
      Datatype type,
      int cellValNum,
      boolean nullable,
      int dimension,
      byte[] fill,
      boolean fillValid) {
    this(name, type, cellValNum, nullable, dimension, fill, fillValid, null);
  }

  public static OutputField of(Attribute attribute) {
    return new OutputField(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable(),
        -1,
        attribute.fill(),
        !attribute.nullable() || attribute.fillValid());
  }

  public static OutputField of(Dimension dimension, int index) {
    return new OutputField(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        false,
        index,
        Attribute.defaultFill(dimension.type(), dimension.cellValNum()),
        true);
  }

  public static OutputField of(DimensionLabel label) {
    byte[] fill = Attribute.defaultFill(label.type(), label.cellValNum());
    return new OutputField(label.name(), label.type(), label.cellValNum(), false, -1, fill, true);
  }

  /** Returns the dimension or attribute with a name, if the schema has one. */
  public static Optional<OutputField> find(ArraySchema schema, String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return Optional.of(of(schema.dimensions().get(d), d));
      }
    }
    return schema.attribute(name).map(OutputField::of);
  }

  /** Returns the field that holds the time of each cell. */
  public static OutputField timestamps() {
    return new OutputField(
        ReadRequest.TIMESTAMPS, Datatype.UINT64, 1, false, -1, Datatype.UINT64.defaultFill(), true);
  }

  /** Returns the column of this variable-size field that has the numbers of its strings. */
  public OutputField withNumbers() {
    return new OutputField(
        name, type, cellValNum, nullable, dimension, fill, fillValid, new StringNumbers());
  }

  /** Returns the column with the values of the cells. */
  public OutputField withoutNumbers() {
    return new OutputField(name, type, cellValNum, nullable, dimension, fill, fillValid);
  }

  /** Returns the index of this field in a list, to which it is added if it is absent. */
  public int placeIn(List<OutputField> fields) {
    for (int place = 0; place < fields.size(); place++) {
      if (fields.get(place).name().equals(name)) {
        return place;
      }
    }
    fields.add(this);
    return fields.size() - 1;
  }

  /**
   * Returns decoded cells, or the numbers of their strings, as a column of this field, without a
   * copy.
   */
  public Column column(int rows, CellColumn cells) {
    return numbers == null
        ? column(name, type, cellValNum, rows, cells)
        : column(name, Datatype.INT32, 1, rows, cells);
  }

  static Column column(String name, Datatype type, int cellValNum, int rows, CellColumn cells) {
    return cellValNum == Attribute.VAR
        ? new VarColumn(name, type, rows, cells.offsets(), cells.data(), cells.validity())
        : new FixedColumn(name, type, cellValNum, rows, cells.data(), cells.validity());
  }

  public boolean isDimension() {
    return dimension >= 0;
  }

  public boolean isTimestamps() {
    return name.equals(ReadRequest.TIMESTAMPS);
  }

  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }

  /** Returns whether the cells of the column have variable size. */
  public boolean isVarColumn() {
    return isVar() && numbers == null;
  }

  /**
   * Returns the size of a fixed-size cell in bytes, or the size of one value if cells have variable
   * size.
   */
  public int cellSize() {
    return isVar() ? type.size() : type.size() * cellValNum;
  }

  /** Returns the size of a cell in the result in bytes, without its variable-size values. */
  public long fixedBytes() {
    return (isVar() ? Integer.BYTES : cellSize()) + (nullable ? 1 : 0);
  }
}
