package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CellColumn;

/**
 * The values of the fields of a condition in some rows.
 *
 * @param values a column for each of {@link BoundCondition#fields}; null where the fragment lacks
 *     the field
 * @param present for each field a byte for each row: 0 if no fragment holds the cell, or the cell
 *     lacks the field; null for a field that all rows have, and null for all fields
 */
public record ConditionColumns(CellColumn[] values, byte[][] present) {}
