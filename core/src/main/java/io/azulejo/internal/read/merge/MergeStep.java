package io.azulejo.internal.read.merge;

/**
 * One step of a merge: either sorted cells ({@code MergedCells}) or tiles that are passed on
 * unchanged ({@code StoredTiles}). Closing a step releases its memory.
 */
public interface MergeStep extends AutoCloseable {
  @Override
  void close();
}
