package io.azulejo.text.output;

import io.azulejo.Array;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.value.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of output rows.
 *
 * @param name name of the column
 * @param type type of a value
 * @param cellValNum number of values per cell, or {@link Attribute#VAR}
 * @param enumeration the enumeration, if cells are indexes into it
 */
public record RowField(
    String name, Datatype type, int cellValNum, Optional<Enumeration> enumeration) {
  /**
   * Returns a column with one value per cell, or with text of variable length if the type is a
   * string.
   */
  public static RowField of(String name, Datatype type) {
    return new RowField(name, type, type.isString() ? Attribute.VAR : 1, Optional.empty());
  }

  /**
   * Returns the output column for a column of a batch.
   *
   * @param enumeration the enumeration, if cells are indexes into it
   */
  public static RowField of(Column column, Optional<Enumeration> enumeration) {
    int cellValNum = column instanceof FixedColumn fixed ? fixed.valuesPerCell() : Attribute.VAR;
    return new RowField(column.name(), column.type(), cellValNum, enumeration);
  }

  /**
   * Returns the output columns for a request, in the order of its fields. By default, these are all
   * dimensions, then all attributes.
   *
   * @param array array that has all fields of the request
   */
  public static List<RowField> of(Array array, ReadRequest request) {
    ArraySchema schema = array.schema();
    List<RowField> fields = new ArrayList<>();
    if (request.fields().isEmpty()) {
      schema.dimensions().forEach(d -> fields.add(of(d)));
      schema.attributes().forEach(a -> fields.add(of(array, a)));
      return fields;
    }
    for (String name : request.fields().get()) {
      Optional<Dimension> dimension = schema.dimension(name);
      Optional<Attribute> attribute = schema.attribute(name);
      Optional<DimensionLabel> label =
          schema.labels().stream().filter(l -> l.name().equals(name)).findFirst();
      if (dimension.isPresent()) {
        fields.add(of(dimension.get()));
      } else if (attribute.isPresent()) {
        fields.add(of(array, attribute.get()));
      } else if (label.isPresent()) {
        fields.add(of(label.get()));
      } else {
        fields.add(of(name, Datatype.UINT64));
      }
    }
    return fields;
  }

  /** Returns whether a cell has exactly one value that is neither text nor bytes. */
  public boolean isSingle() {
    return cellValNum == 1 && !ValueText.isText(type) && !type.isBytes();
  }

  private static RowField of(Dimension dimension) {
    return new RowField(
        dimension.name(), dimension.type(), dimension.cellValNum(), Optional.empty());
  }

  private static RowField of(DimensionLabel label) {
    return new RowField(label.name(), label.type(), label.cellValNum(), Optional.empty());
  }

  private static RowField of(Array array, Attribute attribute) {
    return new RowField(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.enumeration().map(array::enumeration));
  }
}
