package io.azulejo.internal.write.sparse;

/** What becomes of the cells of a write to a sparse array until they are in tiles. */
interface SparseCells extends AutoCloseable {
  /** Takes cells, which came after those before. */
  void add(CellPart part);

  /** Hands over all cells that are left. */
  void end();

  /** Lets go of everything. */
  @Override
  void close();
}
