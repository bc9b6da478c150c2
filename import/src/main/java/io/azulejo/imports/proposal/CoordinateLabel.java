package io.azulejo.imports.proposal;

import io.azulejo.query.FixedColumn;
import io.azulejo.schema.DataOrder;

/**
 * Coordinates of a side of a box, which become a label of its dimension.
 *
 * @param side the index of the side, from 0
 * @param order whether the coordinates increase or decrease
 * @param values one for each cell of the side, none null; the column has the name of the label
 */
public record CoordinateLabel(int side, DataOrder order, FixedColumn values) {
  /** Returns the same with another name. */
  public CoordinateLabel renamed(String name) {
    return new CoordinateLabel(
        side, order, new FixedColumn(name, values.type(), 1, values.rows(), values.array(), null));
  }
}
