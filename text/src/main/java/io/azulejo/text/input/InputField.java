package io.azulejo.text.input;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An array field that input rows provide.
 *
 * @param name name of the field
 * @param type type of a value
 * @param cellValNum number of values per cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 * @param enumeration the enumeration, if cells are indexes into it
 * @param domain valid values of a numeric dimension
 * @param newValues receives the bytes of each value that the enumeration lacks, possibly repeatedly
 *     and from any thread. The cell then gets the index 0, and its batch must not be written. If
 *     absent, unknown values are errors.
 */
public record InputField(
    String name,
    Datatype type,
    int cellValNum,
    boolean nullable,
    Optional<Enumeration> enumeration,
    Optional<Range> domain,
    Optional<Consumer<byte[]>> newValues) {
  /** Creates a field that rejects values outside its enumeration. */
  public InputField(
      String name,
      Datatype type,
      int cellValNum,
      boolean nullable,
      Optional<Enumeration> enumeration,
      Optional<Range> domain) {
    this(name, type, cellValNum, nullable, enumeration, domain, Optional.empty());
  }

  /**
   * Returns the input field of a dimension.
   *
   * @param domain valid coordinates; empty if every value of the type is valid
   */
  public static InputField of(Dimension dimension, Optional<Range> domain) {
    return new InputField(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        false,
        Optional.empty(),
        domain);
  }

  /** Returns a copy that passes unknown enumeration values to a receiver. */
  public InputField withNewValues(Optional<Consumer<byte[]>> taker) {
    return new InputField(name, type, cellValNum, nullable, enumeration, domain, taker);
  }

  /** Returns the input field of an attribute. */
  public static InputField of(Attribute attribute, Optional<Enumeration> enumeration) {
    return new InputField(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable(),
        enumeration,
        Optional.empty());
  }

  /** Returns whether cells are text. */
  public boolean isText() {
    return type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT;
  }
}
