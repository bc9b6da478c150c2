package io.azulejo.imports.proposal;

import io.azulejo.query.FixedColumn;
import io.azulejo.schema.DataOrder;

/**
 * Coordinates of a side of a box, which become a label of its dimension.
 *
 * @param side the index of the side, starting at 0
 * @param order whether the coordinates increase or decrease
 * @param values one non-null value for each cell of the side; the column has the name of the label
 */
public record CoordinateLabel(int side, DataOrder order, FixedColumn values) {
  /** Returns a copy with another name. */
  public CoordinateLabel renamed(String name) {
    return new CoordinateLabel(
        side, order, new FixedColumn(name, values.type(), 1, values.rows(), values.array(), null));
  }
}
