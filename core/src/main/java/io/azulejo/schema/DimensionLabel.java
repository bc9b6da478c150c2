package io.azulejo.schema;

import java.util.Objects;

/**
 * Names for the coordinates of a dimension, kept in an array of their own.
 *
 * @param dimension the index of the labelled dimension
 * @param name the label's name
 * @param relative whether the URI is relative to the array
 * @param uri where the label's array is
 * @param attribute the attribute of the label's array that holds the labels
 * @param order the order of the labels
 * @param type the type of a label
 * @param cellValNum values a label: 1 or {@link Attribute#VAR}
 * @param external whether the label's array was made by others
 */
public record DimensionLabel(
    int dimension,
    String name,
    boolean relative,
    String uri,
    String attribute,
    DataOrder order,
    Datatype type,
    int cellValNum,
    boolean external) {
  /** Checks that nothing is null. */
  public DimensionLabel {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(attribute, "attribute");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(type, "type");
  }
}
