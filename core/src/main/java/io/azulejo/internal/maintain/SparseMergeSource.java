package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.merge.StoredTiles;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.EncodedField;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.internal.write.sparse.SparseMergeWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Supplies tiles of sparse fragments that a merge keeps unchanged. Fields with unchanged filters
 * are copied with their statistics and without decoding. All other fields are encoded again.
 */
final class SparseMergeSource implements TileSource {
  private final StoredTiles tiles;
  private final SparseMergeWriter target;
  private final FormatVersion version;
  private final Tasks tasks;
  private final LongConsumer progress;
  private final Map<Integer, EncodedField[]> stored = new HashMap<>();
  private int counted;
  private long done;
  private long copied;

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
    this.tiles = tiles;
    this.target = target;
    this.version = version;
    this.tasks = tasks;
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
    stored.clear();
    tiles.fetch(from, to);
    Map<Fragment, List<FieldStorage>> looked = new HashMap<>();
    for (int tile = from; tile < to; tile++) {
      for (int field = 0; field < tiles.fields(); field++) {
        StoredTile part = tiles.stored(tile, field);
        if (part != null && isCopyable(part, target.storage(field), version)) {
          looked.computeIfAbsent(part.fragment(), f -> new ArrayList<>()).add(part.storage());
        }
      }
    }
    tasks.io(
        List.copyOf(looked.entrySet()),
        entry -> {
          List<FieldStorage> fields = entry.getValue().stream().distinct().toList();
          StoredSummary.load(entry.getKey(), fields, version);
          return null;
        });
    for (int tile = from; tile < to; tile++) {
      EncodedField[] fields = new EncodedField[tiles.fields()];
      boolean all = true;
      for (int field = 0; field < fields.length; field++) {
        fields[field] = encoded(tiles.stored(tile, field), tile, field);
        all &=
            !tiles.isOfArray(field) || (fields[field] != null && fields[field].summary() != null);
      }
      stored.put(tile, fields);
      copied += all ? 1 : 0;
    }
  }

  /** Returns whether a stored tile can be copied to a fragment that stores the field as given. */
  static boolean isCopyable(StoredTile part, FieldStorage kept, FormatVersion version) {
    return isCopyable(part.fragment().version(), part.storage(), kept, version);
  }

  /**
   * Returns whether the stored bytes of a field's tiles can be copied from one fragment to another.
   *
   * @param from format version of the source fragment
   * @param stored how the source fragment stores the field
   * @param kept how the new fragment stores the field
   * @param version format version of the new fragment
   */
  static boolean isCopyable(
      FormatVersion from, FieldStorage stored, FieldStorage kept, FormatVersion version) {
    boolean sameChunks = !kept.isVar() || from.endsChunksAtCells() == version.endsChunksAtCells();
    return sameChunks && stored.hasCopyableTiles(kept);
  }

  private EncodedField encoded(StoredTile part, int tile, int field) {
    if (part == null || !isCopyable(part, target.storage(field), version)) {
      return null;
    }
    FieldSummary summary =
        StoredSummary.of(part.fragment(), part.storage(), part.position(), version);
    Slice first = tiles.first(tile, field).orElse(null);
    Slice last = tiles.last(tile, field).orElse(null);
    boolean ends = !version.hasOptionalSections() || (first != null && last != null);
    if (tiles.isDimension(field) && !ends) {
      summary = null;
    }
    return new EncodedField(
        part.fixed(), part.var(), part.varSize(), part.validity(), summary, false, first, last);
  }

  @Override
  public void expect(int from, int to, long bytes) {
    tiles.fetchAhead(from, to, bytes);
  }

  @Override
  public EncodedField encoded(int tile, int field) {
    return stored.get(tile)[field];
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    CellColumn cells = tiles.decoded(tile, field, buffers);
    int count = tiles.cells(tile);
    int length =
        cells.offsets() == null
            ? count * target.storage(field).spec().cellSize()
            : cells.offsets()[count];
    return new FieldCells(
        count, cells.data(), cells.start(), length, cells.offsets(), cells.validity());
  }

  /** Returns the number of tiles that were copied without encoding any field. */
  long copied() {
    return copied;
  }
}
