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
 * @param name its name
 * @param type the type of a value
 * @param cellValNum the number of values per cell, or {@link Attribute#VAR}
 * @param enumeration the enumeration, if cells are indexes
 */
public record RowField(
    String name, Datatype type, int cellValNum, Optional<Enumeration> enumeration) {
  /** Returns a column of text or of one value per cell. */
  public static RowField of(String name, Datatype type) {
    return new RowField(name, type, type.isString() ? Attribute.VAR : 1, Optional.empty());
  }

  /** Returns the column of a batch's column. */
  public static RowField of(Column column, Optional<Enumeration> enumeration) {
    int cellValNum = column instanceof FixedColumn fixed ? fixed.valuesPerCell() : Attribute.VAR;
    return new RowField(column.name(), column.type(), cellValNum, enumeration);
  }

  /** Returns the columns of a request, in an array that has all of them. */
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

  /** Returns whether a cell has exactly one value that is not text. */
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
