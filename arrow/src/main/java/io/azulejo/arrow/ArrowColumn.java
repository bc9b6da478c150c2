package io.azulejo.arrow;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A column of an Arrow table, described with the type system of arrays. A list of them defines the
 * columns of a batch.
 *
 * @param name the column name
 * @param type the type of a single value, or of the indexes if there is an enumeration
 * @param cellValNum the number of values per cell, or {@link Attribute#VAR} if it varies
 * @param nullable whether cells can be null
 * @param enumeration the values that the cells refer to by index; empty if the cells are values
 * @param metadata further metadata of the Arrow field, by key
 */
public record ArrowColumn(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    Optional<Enumeration> enumeration,
    Map<String, String> metadata) {
  /** Creates a column with an unmodifiable copy of the metadata. */
  public ArrowColumn {
    metadata = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  static ArrowColumn of(Dimension dimension, int index) {
    return new ArrowColumn(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        false,
        Optional.empty(),
        SchemaMetadata.of(dimension, index));
  }

  static ArrowColumn of(Attribute attribute, Optional<Enumeration> enumeration) {
    return new ArrowColumn(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable(),
        enumeration.filter(values -> attribute.cellValNum() == 1 && attribute.type().isInteger()),
        SchemaMetadata.of(attribute));
  }

  static ArrowColumn of(DimensionLabel label) {
    return new ArrowColumn(
        label.name(), label.type(), label.cellValNum(), false, Optional.empty(), Map.of());
  }

  /** Returns whether cells have a variable number of values. */
  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }

  ArrowColumn withEnumeration(Enumeration values) {
    return new ArrowColumn(name, type, cellValNum, nullable, Optional.of(values), metadata);
  }
}
