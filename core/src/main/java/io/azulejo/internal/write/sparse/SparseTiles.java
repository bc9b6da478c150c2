package io.azulejo.internal.write.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.TileSource;

/**
 * Tiles of sorted cells. All tiles have the same number of cells, except the last one, which may
 * have fewer.
 */
final class SparseTiles implements TileSource {
  private final SortedCells cells;
  private final int capacity;
  private final int count;
  private final long bytesPerCell;

  /**
   * Creates tiles of the first cells.
   *
   * @param capacity number of cells per tile
   * @param count total number of cells in the tiles
   */
  SparseTiles(SortedCells cells, int capacity, int count) {
    this.cells = cells;
    this.capacity = capacity;
    this.count = count;
    this.bytesPerCell = cells.bytesPerCell();
  }

  @Override
  public int tiles() {
    return (int) (((long) count + capacity - 1) / capacity);
  }

  @Override
  public int cells(int tile) {
    return (int) Math.min(capacity, count - (long) tile * capacity);
  }

  @Override
  public CellRuns written(int tile) {
    return CellRuns.all(cells(tile));
  }

  @Override
  public long bytes(int tile) {
    return bytesPerCell * cells(tile);
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return cells.gather(field, tile * capacity, cells(tile), buffers);
  }
}
