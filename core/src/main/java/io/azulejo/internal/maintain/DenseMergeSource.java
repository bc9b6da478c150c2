package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.Workers;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.MergedTiles;
import io.azulejo.internal.write.CellRuns;
import io.azulejo.internal.write.DenseFragments;
import io.azulejo.internal.write.FieldCells;
import io.azulejo.internal.write.TileSource;
import io.azulejo.query.Progress;

/** Hands the tiles of merged fragments to the fragments that are written of them. */
final class DenseMergeSource implements TileSource {
  private final MergedTiles tiles;
  private final DenseFragments target;
  private final Progress progress;
  private final long total;
  private int counted;
  private long done;

  DenseMergeSource(MergedTiles tiles, DenseFragments target, Progress progress) {
    this.tiles = tiles;
    this.target = target;
    this.progress = progress;
    this.total = progress == Progress.NONE ? 0 : tiles.storedBytes();
  }

  @Override
  public int tiles() {
    return target.tiles();
  }

  @Override
  public int cells(int tile) {
    return target.cellsPerTile();
  }

  @Override
  public CellRuns written(int tile) {
    return target.written(tile);
  }

  @Override
  public long bytes(int tile) {
    return target.fixedBytes() + tiles.bytes(tile);
  }

  @Override
  public void prepare(int from, int to) {
    if (progress != Progress.NONE) {
      while (counted < from) {
        done += tiles.storedBytes(counted++);
      }
      progress.advanced(done, total);
    }
    tiles.fetch(from, to);
  }

  @Override
  public FieldCells cells(int tile, int field, Workers.Worker worker) {
    CellColumn cells = tiles.cells(tile, field, worker);
    int count = target.cellsPerTile();
    int length =
        cells.offsets() == null
            ? count * target.storage(field).spec().cellSize()
            : cells.offsets()[count];
    return target.filledIn(
        tile,
        field,
        new FieldCells(
            count, cells.data(), cells.start(), length, cells.offsets(), cells.validity()));
  }

  /** All is written. */
  void end() {
    progress.advanced(total, total);
  }
}
