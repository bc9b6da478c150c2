package io.azulejo.text.input;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import java.util.Optional;

/**
 * A field of an array that rows have cells of.
 *
 * @param name its name
 * @param type the type of a value
 * @param cellValNum values a cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param enumeration what its values stand for, where they are indexes
 * @param domain the values that there can be, of dimensions of numbers
 */
public record InputField(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    Optional<Enumeration> enumeration,
    Optional<Range> domain) {
  /** A dimension. */
  public static InputField of(Dimension dimension, Optional<Range> domain) {
    return new InputField(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        false,
        Optional.empty(),
        domain);
  }

  /** An attribute. */
  public static InputField of(Attribute attribute, Optional<Enumeration> enumeration) {
    return new InputField(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable(),
        enumeration,
        Optional.empty());
  }

  /** Whether cells are text. */
  boolean isText() {
    return type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT;
  }
}
