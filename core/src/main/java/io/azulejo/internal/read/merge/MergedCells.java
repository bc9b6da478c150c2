package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.sparse.CellOrder;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.List;

/**
 * A sorted sequence of cells from several fragments. It holds reserved memory until it is closed.
 *
 * @param parts the columns of each part: one per attribute, dimension and special field, in this
 *     order
 * @param order the part and the row of each cell; must not be modified
 * @param lease the reserved memory
 */
public record MergedCells(List<CellColumn[]> parts, CellOrder order, MemoryBudget.Lease lease)
    implements MergeStep {

  /** Returns the index of each cell's part. Only the first {@link #count} elements are used. */
  public int[] partOf() {
    return order.tileOf();
  }

  /** Returns the row of each cell in its part. Only the first {@link #count} elements are used. */
  public int[] rowOf() {
    return order.rowOf();
  }

  public int count() {
    return order.count();
  }

  @Override
  public void close() {
    lease.close();
  }
}
