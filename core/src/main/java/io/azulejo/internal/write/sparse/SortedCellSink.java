package io.azulejo.internal.write.sparse;

/**
 * Receives cells in the array's global order. The cells of each call sort after the cells of all
 * earlier calls.
 */
public interface SortedCellSink {
  /** Receives cells. They are lent until this method returns, and their keys are decoded. */
  void add(SortedCells cells);

  /** Receives the last cells, which may be none. */
  void end(SortedCells cells);
}
