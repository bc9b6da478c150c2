package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.sparse.CellOrder;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.List;

/**
 * A sorted sequence of cells from several fragments. It holds reserved memory until it is closed.
 */
public final class MergedCells implements MergeStep {
  private final List<CellColumn[]> parts;
  private final CellOrder order;
  private final MemoryBudget.Lease lease;

  MergedCells(List<CellColumn[]> parts, CellOrder order, MemoryBudget.Lease lease) {
    this.parts = parts;
    this.order = order;
    this.lease = lease;
  }

  /**
   * Returns the columns of each part: one per attribute, dimension and special field, in this
   * order.
   */
  public List<CellColumn[]> parts() {
    return parts;
  }

  /**
   * Returns the index of each cell's part. The array must not be modified, and only its first
   * {@link #count} elements are used.
   */
  public int[] partOf() {
    return order.tileOf();
  }

  /**
   * Returns the row of each cell within its part. The array must not be modified, and only its
   * first {@link #count} elements are used.
   */
  public int[] rowOf() {
    return order.rowOf();
  }

  /** Returns the number of cells. */
  public int count() {
    return order.count();
  }

  @Override
  public void close() {
    lease.close();
  }
}
