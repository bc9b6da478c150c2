package io.azulejo.internal.write.sparse;

/** Collects the cells of a sparse write and passes them on to be cut into tiles. */
interface SparseCells extends AutoCloseable {
  /** Adds cells, which arrived after the previous ones. */
  void add(CellPart part);

  /** Passes on all remaining cells. */
  void end();

  /** Releases all cells and temporary files. */
  @Override
  void close();
}
