package io.azulejo.text.input;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field of an array that rows have cells of.
 *
 * @param name its name
 * @param type the type of a value
 * @param cellValNum values a cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param enumeration what its values stand for, where they are indexes
 * @param domain the values that there can be, of dimensions of numbers
 * @param newValues takes the bytes of each value that the enumeration lacks, once or more often and
 *     from any thread; the cell then has the index 0, and its batch must not be written. Without
 *     it, such values are refused.
 */
public record InputField(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    Optional<Enumeration> enumeration,
    Optional<Range> domain,
    Optional<Consumer<byte[]>> newValues) {
  /** A field whose enumeration, if it has one, has all values. */
  public InputField(
      String name,
      Datatype type,
      int cellValNum,
      boolean nullable,
      Optional<Enumeration> enumeration,
      Optional<Range> domain) {
    this(name, type, cellValNum, nullable, enumeration, domain, Optional.empty());
  }

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

  /** The same field with a taker of the values that its enumeration lacks. */
  public InputField withNewValues(Optional<Consumer<byte[]>> taker) {
    return new InputField(name, type, cellValNum, nullable, enumeration, domain, taker);
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
  public boolean isText() {
    return type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT;
  }
}
