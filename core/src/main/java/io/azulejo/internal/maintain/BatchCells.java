package io.azulejo.internal.maintain;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;

/** A view of a batch whose cells can be ordered by their coordinates. */
public final class BatchCells extends Cells {
  /**
   * Creates a view of a batch whose first columns are coordinates.
   *
   * @param batch the batch; its arrays are not copied and must not change while this view is used
   * @param dimensions the number of coordinate columns
   */
  public BatchCells(Batch batch, int dimensions) {
    selected = batch.rows();
    coordinates = new CellColumn[dimensions];
    keys = new long[dimensions][];
    for (int d = 0; d < dimensions; d++) {
      Column column = batch.column(d);
      if (column instanceof VarColumn var) {
        coordinates[d] = new CellColumn(var.array(), 0, var.offsetArray(), null);
      } else {
        coordinates[d] = CellColumn.fixed(column.array(), null);
        keys[d] = new long[selected];
        CoordinateKeys.decode(column.type(), column.array(), 0, selected, keys[d]);
      }
    }
  }
}
