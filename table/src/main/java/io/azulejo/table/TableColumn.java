package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;

/**
 * A column of a table.
 *
 * @param name the column's name in predicates and in the table: the field's name, or {@code _dim0}
 *     and {@code _attr0} for fields without a name
 * @param field the name of the array's field, with which it is selected
 * @param role the role of the field
 * @param type the type of the values to an engine
 * @param nullable whether a value can be null to an engine, including NaT and indexes without a
 *     value in the enumeration
 * @param stored the type of the field, with which batches are read
 * @param valuesPerCell the number of values per cell; {@link io.azulejo.schema.Attribute#VAR} if it
 *     varies
 * @param enumeration the values for the indexes in the field; empty if the column shows the field
 *     itself
 * @param lossless whether distinct stored values stay distinct in the engine; false for rounded
 *     datetimes and transcoded texts
 */
public record TableColumn(
    String name,
    String field,
    Role role,
    ColumnType type,
    boolean nullable,
    Datatype stored,
    int valuesPerCell,
    Optional<Enumeration> enumeration,
    boolean lossless) {

  /** The role of a field. */
  public enum Role {
    /** A coordinate. It is never null, except for a datetime that is NaT. */
    DIMENSION,
    /** An attribute. */
    ATTRIBUTE,
    /** A label of a coordinate. */
    LABEL
  }
}
