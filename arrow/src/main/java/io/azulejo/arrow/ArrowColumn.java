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
 * A column of an Arrow table, described as a field of an array. It defines the columns of batches.
 *
 * @param name the name
 * @param type the type of a value
 * @param cellValNum the number of values per cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param enumeration the values, if the cells are indexes
 * @param metadata further metadata of the Arrow field, by key
 */
public record ArrowColumn(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    Optional<Enumeration> enumeration,
    Map<String, String> metadata) {
  /** Copies the metadata. */
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
