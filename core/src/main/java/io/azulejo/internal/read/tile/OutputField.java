package io.azulejo.internal.read.tile;

import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import java.util.Optional;

/**
 * A column of the answer.
 *
 * @param name the field
 * @param type the type of a value
 * @param cellValNum values a cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param dimension which dimension it is, counted from 0; -1 for other fields
 * @param fill what cells hold that were never written; one cell
 * @param fillValid whether the fill value is a value, not null
 */
public record OutputField(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    int dimension,
    byte[] fill,
    boolean fillValid) {

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

  /** The dimension or attribute of that name. */
  public static Optional<OutputField> find(ArraySchema schema, String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return Optional.of(of(schema.dimensions().get(d), d));
      }
    }
    return schema.attribute(name).map(OutputField::of);
  }

  /** The time of each cell. */
  public static OutputField timestamps() {
    return new OutputField(
        ReadRequest.TIMESTAMPS, Datatype.UINT64, 1, false, -1, Datatype.UINT64.defaultFill(), true);
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

  /** Bytes of a cell of fixed size; of one value where cells are of variable size. */
  public int cellSize() {
    return isVar() ? type.size() : type.size() * cellValNum;
  }

  /** The bytes that a cell takes in an answer, its values of variable size not counted. */
  public long fixedBytes() {
    return (isVar() ? Integer.BYTES : cellSize()) + (nullable ? 1 : 0);
  }
}
