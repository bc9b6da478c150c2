package io.azulejo.internal.write.sparse;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts cells that arrive in the array's order into tiles. Cells that do not fill a tile yet are
 * copied and wait for the next cells.
 */
final class TileCutter implements SortedCellSink {
  private final SparseFragmentSeries fragments;
  private final int capacity;
  private List<CellPart> waiting = new ArrayList<>();
  private int waitingCells;

  TileCutter(SparseFragmentSeries fragments, CellLayout layout) {
    this.fragments = fragments;
    this.capacity = (int) Math.min(Integer.MAX_VALUE - 8, layout.schema().capacity());
  }

  @Override
  public void add(SortedCells cells) {
    if (cells.count() == 0) {
      return;
    }
    if ((long) waitingCells + cells.count() < capacity) {
      waitingCells += cells.count();
      waiting.add(cells.copy(0, cells.count()));
      return;
    }
    SortedCells all = cells.after(waiting);
    int full = all.count() / capacity * capacity;
    fragments.write(new SparseTiles(all, capacity, full));
    waiting = new ArrayList<>();
    waitingCells = all.count() - full;
    if (waitingCells > 0) {
      waiting.add(all.copy(full, waitingCells));
    }
  }

  /** Returns whether no cells are waiting, so that the next cell begins a tile. */
  boolean isAtBoundary() {
    return waitingCells == 0;
  }

  @Override
  public void end(SortedCells cells) {
    SortedCells all = cells.after(waiting);
    waiting = new ArrayList<>();
    waitingCells = 0;
    if (all.count() > 0) {
      fragments.write(new SparseTiles(all, capacity, all.count()));
    }
  }
}
