package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.merge.StoredTiles;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.EncodedField;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.internal.write.sparse.SparseMergeWriter;
import java.util.function.LongConsumer;

/** Supplies tiles of sparse fragments that a merge keeps unchanged to a writer. */
final class SparseMergeSource extends MergeSource {
  private final StoredTiles tiles;
  private final SparseMergeWriter target;
  private final FormatVersion version;
  private final LongConsumer progress;
  private int counted;
  private long done;

  /**
   * Creates a tile source.
   *
   * @param tiles the stored tiles to pass on
   * @param target the writer that receives the tiles
   * @param version the format version of the new fragment
   * @param progress receives the number of cells in the tiles that were passed on so far
   */
  SparseMergeSource(
      StoredTiles tiles,
      SparseMergeWriter target,
      FormatVersion version,
      Tasks tasks,
      LongConsumer progress) {
    super(version, tasks);
    this.tiles = tiles;
    this.target = target;
    this.version = version;
    this.progress = progress;
  }

  @Override
  public int tiles() {
    return tiles.tiles();
  }

  @Override
  public int cells(int tile) {
    return tiles.cells(tile);
  }

  @Override
  public CellRuns written(int tile) {
    return CellRuns.all(tiles.cells(tile));
  }

  @Override
  public long bytes(int tile) {
    return tiles.bytes(tile);
  }

  @Override
  public void prepare(int from, int to) {
    while (counted < from) {
      done += tiles.cells(counted++);
    }
    progress.accept(done);
    tiles.fetch(from, to);
    copyFields(from, to);
  }

  @Override
  public void expect(int from, int to, long bytes) {
    tiles.fetchAhead(from, to, bytes);
  }

  @Override
  int fields() {
    return tiles.fields();
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
  boolean isEssential(int field) {
    return tiles.isOfArray(field);
  }

  @Override
  EncodedField copy(StoredTile part, FieldSummary summary, int tile, int field) {
    Slice first = tiles.first(tile, field).orElse(null);
    Slice last = tiles.last(tile, field).orElse(null);
    boolean ends = !version.hasOptionalSections() || (first != null && last != null);
    return new EncodedField(
        part.fixed(),
        part.var(),
        part.varSize(),
        part.validity(),
        tiles.isDimension(field) && !ends ? null : summary,
        false,
        first,
        last);
  }

  @Override
  CellColumn decoded(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return tiles.decoded(tile, field, buffers);
  }
}
