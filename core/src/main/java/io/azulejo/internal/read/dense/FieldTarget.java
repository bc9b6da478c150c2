package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.query.Column;

/**
 * The target of a fixed-size field.
 *
 * @param values receives the values
 * @param validity one byte per cell, 0 for null; null if the field is not nullable
 */
public record FieldTarget(CellTarget values, byte[] validity) {
  /** Returns a target that writes into a column. */
  public static FieldTarget of(ColumnWriter writer) {
    return new FieldTarget(writer.target(), writer.validity());
  }

  /** Copies all rows of a column to consecutive indexes, starting at {@code place}. */
  void copy(Column column, int place) {
    values.copy(column.array(), 0, 1, place, 1, column.rows());
    if (validity != null) {
      column.copyValidity(validity, place);
    }
  }
}
