package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.sparse.CellOrder;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.List;

/** Cells of several fragments in one order, which hold memory until they are closed. */
public final class MergedCells implements MergeStep {
  private final List<CellColumn[]> parts;
  private final CellOrder order;
  private final MemoryBudget.Lease lease;

  MergedCells(List<CellColumn[]> parts, CellOrder order, MemoryBudget.Lease lease) {
    this.parts = parts;
    this.order = order;
    this.lease = lease;
  }

  /** For each part a column for each attribute, dimension and special field. */
  public List<CellColumn[]> parts() {
    return parts;
  }

  /** For each cell its part; not to be written to. */
  public int[] partOf() {
    return order.tileOf();
  }

  /** For each cell its row in its part; not to be written to. */
  public int[] rowOf() {
    return order.rowOf();
  }

  /** The number of cells. */
  public int count() {
    return order.count();
  }

  @Override
  public void close() {
    lease.close();
  }
}
