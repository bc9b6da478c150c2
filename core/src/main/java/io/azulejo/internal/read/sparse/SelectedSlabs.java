package io.azulejo.internal.read.sparse;

import io.azulejo.internal.runtime.MemoryBudget;
import java.util.List;

/** The selected cells of a sparse read, slab by slab, in the order of the result. */
public interface SelectedSlabs extends AutoCloseable {
  /**
   * The tiles that have selected cells in a slab.
   *
   * @param stepBytes size limit of the tiles whose fields can be loaded at once, in bytes
   * @param lease the memory reserved for the slab; the receiver must close it
   */
  record Selected(List<SelectedTile> tiles, long stepBytes, MemoryBudget.Lease lease) {}

  /** Returns whether there are more slabs. */
  boolean hasNext();

  /**
   * Selects the cells of the next slab, which may turn out to have none.
   *
   * @param bytes size limit of the slab in bytes, if it can be cut that small
   */
  Selected next(long bytes);

  /** Cancels pending requests and returns memory. May be called after a failure. */
  @Override
  void close();
}
