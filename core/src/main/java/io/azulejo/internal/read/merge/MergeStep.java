package io.azulejo.internal.read.merge;

/**
 * One step of a merge: either sorted cells or tiles that are passed on unchanged. Closing a step
 * releases its memory.
 */
public sealed interface MergeStep extends AutoCloseable permits MergedCells, StoredTiles {
  @Override
  void close();
}
