package io.azulejo.internal.read.merge;

/** What comes next in a merge: cells that were put in order, or tiles that stay as they are. */
public sealed interface MergeStep extends AutoCloseable permits MergedCells, StoredTiles {
  @Override
  void close();
}
