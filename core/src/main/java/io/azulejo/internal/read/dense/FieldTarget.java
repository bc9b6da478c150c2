package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.query.Column;

/**
 * Where the cells of a field of fixed size go.
 *
 * @param values where values are copied to
 * @param validity a byte for each place, 0 for null; null where cells can't be null
 */
public record FieldTarget(CellTarget values, byte[] validity) {
  /** A column in the making. */
  public static FieldTarget of(ColumnWriter writer) {
    return new FieldTarget(writer.target(), writer.validity());
  }

  /** Copies a finished column to places one after another. */
  void copy(Column column, int place) {
    values.copy(column.array(), 0, 1, place, 1, column.rows());
    if (validity != null) {
      column.copyValidity(validity, place);
    }
  }
}
