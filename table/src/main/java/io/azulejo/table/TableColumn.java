package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;

/**
 * A column of a table.
 *
 * @param name the column name in the table and in predicates: the name of the field, or {@code
 *     _dim0} and {@code _attr0} for fields without a name
 * @param field the name of the array's field, for read requests
 * @param role the role of the field in the array
 * @param type the type of the values as the engine sees them
 * @param nullable whether the engine can see null; includes NaT and enumeration indexes without a
 *     value
 * @param stored the stored type of the field, which is the column type of batches
 * @param valuesPerCell the number of values per cell, or {@link io.azulejo.schema.Attribute#VAR} if
 *     it varies
 * @param enumeration the values that the stored indexes refer to; empty if the engine sees the
 *     stored values themselves
 * @param lossless whether distinct stored values stay distinct in the engine; false for rounded
 *     datetimes and transcoded text
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

  /** The role of a field in the array. */
  public enum Role {
    /**
     * A dimension. Its coordinates are never null, except for a datetime that is NaT or outside the
     * engine's range.
     */
    DIMENSION,
    /** An attribute. */
    ATTRIBUTE,
    /** A dimension label. */
    LABEL
  }
}
