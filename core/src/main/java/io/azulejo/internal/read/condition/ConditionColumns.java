package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CellColumn;

/**
 * The values of a condition's fields in some rows.
 *
 * @param values one column for each of {@link BoundCondition#fields}; null if the fragment lacks
 *     the field
 * @param present for each field, one byte per row: 0 if no fragment holds the cell or the cell
 *     lacks the field. An entry is null if all rows have the field. The array is null if all rows
 *     have all fields.
 */
public record ConditionColumns(CellColumn[] values, byte[][] present) {}
