package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.merge.MergedTiles;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.EncodedField;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.query.Progress;

/**
 * Supplies the merged tiles of dense fragments to a writer. A field is copied if all cells of its
 * tile come from a single input tile.
 */
final class DenseMergeSource extends MergeSource {
  private final MergedTiles tiles;
  private final DenseMergeWriter target;
  private final Progress progress;
  private final long total;
  private int counted;
  private long done;

  /**
   * Creates a tile source.
   *
   * @param tiles the merged tiles of the inputs
   * @param target the writer that receives the tiles
   * @param version the format version of the new fragments
   */
  DenseMergeSource(
      MergedTiles tiles, DenseMergeWriter target, FormatVersion version, Resources resources) {
    super(version, resources.tasks());
    this.tiles = tiles;
    this.target = target;
    this.progress = resources.progress();
    this.total = isShown() ? tiles.storedBytes() : 0;
  }

  private boolean isShown() {
    return progress != Progress.NONE;
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
    return tiles.bytes(tile);
  }

  @Override
  public void prepare(int from, int to) {
    if (isShown()) {
      while (counted < from) {
        done += tiles.storedBytes(counted++);
      }
      progress.advanced(done, total);
    }
    tiles.fetch(from, to);
    copyFields(from, to);
  }

  @Override
  public void expect(int from, int to, long bytes) {
    tiles.fetchAhead(from, to, bytes);
  }

  @Override
  int fields() {
    return target.fields();
  }

  @Override
  FieldStorage storage(int field) {
    return target.storage(field);
  }

  @Override
  StoredTile stored(int tile, int field) {
    return tiles.stored(tile, field);
  }

  @Override
  EncodedField copy(StoredTile part, FieldSummary summary, int tile, int field) {
    return new EncodedField(
        part.fixed(),
        part.var(),
        part.varSize(),
        part.validity(),
        summary,
        target.isPadded(tile),
        null,
        null);
  }

  @Override
  CellColumn decoded(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return tiles.cells(tile, field, buffers);
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return target.filledIn(tile, field, super.cells(tile, field, buffers));
  }

  /** Reports to the progress listener that the merge is complete. */
  void end() {
    progress.advanced(total, total);
  }
}
