package io.azulejo.internal.write.sparse;

/** Takes cells in the array's global order, each call's after those of the calls before. */
public interface SortedCellSink {
  /** Takes some cells, which are only lent until this returns; their keys are decoded. */
  void add(SortedCells cells);

  /** Takes the last cells, as {@link #add} does. */
  void end(SortedCells cells);
}
