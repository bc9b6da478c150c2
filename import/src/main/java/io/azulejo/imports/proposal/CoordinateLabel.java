package io.azulejo.imports.proposal;

import io.azulejo.query.FixedColumn;
import io.azulejo.schema.DataOrder;

/**
 * The coordinates along one dimension of a grid. They become a label of the dimension.
 *
 * @param side index of the dimension, starting at 0
 * @param order whether the coordinates increase or decrease
 * @param values one non-null coordinate for each index of the dimension; the name of the column is
 *     the name of the label
 */
public record CoordinateLabel(int side, DataOrder order, FixedColumn values) {
  /**
   * Returns a label with the same coordinates and another name. The labels share the array of
   * values.
   *
   * @param name the new name
   */
  public CoordinateLabel renamed(String name) {
    return new CoordinateLabel(
        side, order, new FixedColumn(name, values.type(), 1, values.rows(), values.array(), null));
  }
}
