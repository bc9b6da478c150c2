package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;

/**
 * A column of a table.
 *
 * @param name its name in predicates and in the table: the field's, or {@code _dim0} and {@code
 *     _attr0} for fields without a name
 * @param field the name of the field of the array, by which it is selected
 * @param role what the field is
 * @param type what its values are to an engine
 * @param nullable whether a value can be null to an engine: also where it is NaT, or an index that
 *     its enumeration lacks
 * @param stored the type of the field, by which the values of batches are read
 * @param valuesPerCell how many values a cell has; {@link io.azulejo.schema.Attribute#VAR} where
 *     that varies
 * @param enumeration the values that stand for the indexes of the field; empty where the column is
 *     the field itself
 * @param lossless whether the stored value can be told from the engine's: false where a datetime is
 *     rounded, and for texts that are transcoded
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

  /** What a field is. */
  public enum Role {
    /** A coordinate; never null, unless as a datetime that is NaT. */
    DIMENSION,
    /** A value. */
    ATTRIBUTE,
    /** A label of a coordinate. */
    LABEL
  }
}
