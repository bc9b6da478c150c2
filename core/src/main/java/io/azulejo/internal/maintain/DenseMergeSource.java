package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.merge.MergedTiles;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.EncodedField;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Supplies the merged tiles of dense fragments to a writer. If all cells of a tile come from a
 * single input tile, fields with unchanged filters are copied without decoding.
 */
final class DenseMergeSource implements TileSource {
  private final MergedTiles tiles;
  private final DenseMergeWriter target;
  private final FormatVersion version;
  private final Resources resources;
  private final long total;
  private final Set<Fragment> loaded = new HashSet<>();

  /** Stored fields of each prepared tile. An element is null if the field must be encoded. */
  private final Map<Integer, EncodedField[]> stored = new HashMap<>();

  private int counted;
  private long done;
  private long copied;

  /**
   * Creates a tile source.
   *
   * @param tiles the merged tiles of the inputs
   * @param target the writer that receives the tiles
   * @param version the format version of the new fragments
   */
  DenseMergeSource(
      MergedTiles tiles, DenseMergeWriter target, FormatVersion version, Resources resources) {
    this.tiles = tiles;
    this.target = target;
    this.version = version;
    this.resources = resources;
    this.total = isShown() ? tiles.storedBytes() : 0;
  }

  private boolean isShown() {
    return resources.progress() != Progress.NONE;
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
      resources.progress().advanced(done, total);
    }
    tiles.fetch(from, to);
    stored.clear();
    StoredTile[][] found = new StoredTile[to - from][target.fields()];
    for (int tile = from; tile < to; tile++) {
      for (int field = 0; field < target.fields(); field++) {
        StoredTile part = tiles.stored(tile, field);
        found[tile - from][field] =
            part != null && isCopyable(part, target.storage(field)) ? part : null;
      }
    }
    loadStatistics(found);
    for (int tile = from; tile < to; tile++) {
      EncodedField[] fields = new EncodedField[target.fields()];
      boolean all = true;
      for (int field = 0; field < fields.length; field++) {
        StoredTile part = found[tile - from][field];
        fields[field] = part == null ? null : encoded(part, target.isPadded(tile));
        all &= fields[field] != null && fields[field].summary() != null;
      }
      stored.put(tile, fields);
      copied += all ? 1 : 0;
    }
  }

  private boolean isCopyable(StoredTile part, FieldStorage kept) {
    boolean sameChunks =
        !kept.isVar()
            || part.fragment().version().endsChunksAtCells() == version.endsChunksAtCells();
    return sameChunks && part.storage().hasCopyableTiles(kept);
  }

  private void loadStatistics(StoredTile[][] found) {
    Map<Fragment, List<FieldStorage>> wanted = new LinkedHashMap<>();
    for (StoredTile[] tile : found) {
      for (StoredTile part : tile) {
        if (part != null && !loaded.contains(part.fragment())) {
          List<FieldStorage> fields =
              wanted.computeIfAbsent(part.fragment(), fragment -> new ArrayList<>());
          if (!fields.contains(part.storage())) {
            fields.add(part.storage());
          }
        }
      }
    }
    loaded.addAll(wanted.keySet());
    resources
        .tasks()
        .io(
            List.copyOf(wanted.entrySet()),
            entry -> {
              StoredSummary.load(entry.getKey(), entry.getValue(), version);
              return null;
            });
  }

  private EncodedField encoded(StoredTile part, boolean padded) {
    return new EncodedField(
        part.fixed(),
        part.var(),
        part.varSize(),
        part.validity(),
        StoredSummary.of(part.fragment(), part.storage(), part.position(), version),
        padded,
        null,
        null);
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
    CellColumn cells = tiles.cells(tile, field, buffers);
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

  /** Returns the number of tiles that were copied without encoding any field. */
  long copied() {
    return copied;
  }

  /** Reports to the progress listener that the merge is complete. */
  void end() {
    resources.progress().advanced(total, total);
  }
}
