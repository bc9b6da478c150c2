package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Goes through the tiles of a sparse read slab by slab: loads the coordinates of a slab's tiles and
 * selects their cells in it; and, when it is asked to, other fields.
 */
public final class SlabReader {
  private final SparseQuery query;
  private final long slabBytes;
  private final ReadScope scope;
  private final Slabs slabs;

  /**
   * Cuts a read.
   *
   * @param first what the first slab may take
   * @param slabBytes what others may take
   */
  public SlabReader(
      SparseQuery query, List<SparseTile> tiles, long first, long slabBytes, ReadScope scope) {
    this.query = query;
    this.slabBytes = slabBytes;
    this.scope = scope;
    this.slabs = slabs(tiles, first);
  }

  /**
   * The tiles of a slab that have cells in it, with their coordinates.
   *
   * @param waveBytes the bytes of tiles that may be loaded in one go
   * @param lease what they take; for who gets this to close
   */
  public record Selected(List<SparseTile> tiles, long waveBytes, MemoryBudget.Lease lease) {}

  private Slabs slabs(List<SparseTile> tiles, long first) {
    CellKeys order = query.order();
    if (order == null) {
      return new TileRuns(tiles);
    }
    return order.isHilbert() && BoxSlabs.bytes(tiles) > slabBytes
        ? new CurveSlabs(tiles, places(tiles), order)
        : new BoxSlabs(tiles, order, order.isHilbert() ? slabBytes : first);
  }

  /** Where on the Hilbert curve each tile begins and ends, of those that have cells. */
  private Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places(List<SparseTile> tiles) {
    Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places = new IdentityHashMap<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      Slab run = runs.next(scope.batchBytes());
      MemoryBudget.Lease lease = scope.lease(bytes(run.tiles()), () -> checkSizes(run.tiles()));
      try {
        for (SparseTile tile : select(run, run.tiles())) {
          places
              .computeIfAbsent(tile.owner(), owner -> new HashMap<>())
              .put(tile.number(), CurveSlabs.Places.of(query.order(), tile));
        }
      } finally {
        lease.close();
      }
    }
    return places;
  }

  /** Whether there are more slabs. */
  public boolean hasNext() {
    return slabs.hasNext();
  }

  /**
   * The next slab.
   *
   * @param bytes what it may take, if it can be cut so small
   * @return null if it was too large and was cut: ask again
   */
  public Selected next(long bytes) {
    Slab slab = slabs.next(bytes);
    boolean inWaves =
        slabs.cutsAnywhere() && slab.tiles().size() > 1 && BoxSlabs.bytes(slab.tiles()) > slabBytes;
    MemoryBudget.Lease lease =
        scope.lease(
            inWaves ? slabBytes + scope.batchBytes() : bytes(slab.tiles()),
            () -> checkSizes(slab.tiles()));
    try {
      List<SparseTile> tiles = inWaves ? selectInWaves(slab) : select(slab, slab.tiles());
      if (tiles == null) {
        lease.close();
        return null;
      }
      return new Selected(tiles, inWaves ? scope.batchBytes() : Long.MAX_VALUE, lease);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  private void checkSizes(List<SparseTile> tiles) {
    tiles.forEach(tile -> tile.owner().checkSizes(tile.number(), tile.cells(), scope));
  }

  /** The bytes that tiles take, before and after they are decoded. */
  private static long bytes(List<SparseTile> tiles) {
    long bytes = 0;
    for (SparseTile tile : tiles) {
      bytes += tile.bytes() + tile.storedBytes();
    }
    return bytes;
  }

  /**
   * Looks at some tiles after the others and keeps only their cells in a slab.
   *
   * @return null if these are too many, and the slab was cut
   */
  private List<SparseTile> selectInWaves(Slab slab) {
    List<SparseTile> kept = new ArrayList<>();
    long bytes = 0;
    for (List<SparseTile> wave : waves(slab.tiles(), scope.batchBytes())) {
      for (SparseTile tile : select(slab, wave)) {
        tile.compact(query);
        bytes += tile.selectedBytes();
        kept.add(tile);
      }
      if (bytes > slabBytes && slabs.cut(slab, kept)) {
        return null;
      }
    }
    return kept;
  }

  /** Those of some tiles that have selected cells, with what decided about that. */
  private List<SparseTile> select(Slab slab, List<SparseTile> tiles) {
    List<SparseTile> fresh = tiles.stream().map(SparseTile::fresh).toList();
    TileLoad load = new TileLoad(query, scope.arrays());
    for (SparseTile tile : fresh) {
      load.selection(tile, slab);
    }
    load.run(scope);
    return fresh.stream().filter(tile -> tile.selected > 0).toList();
  }

  /** Loads something of each of some tiles. */
  public void load(List<SparseTile> tiles, long waveBytes, BiConsumer<TileLoad, SparseTile> what) {
    for (List<SparseTile> wave : waves(tiles, waveBytes)) {
      TileLoad load = new TileLoad(query, scope.arrays());
      wave.forEach(tile -> what.accept(load, tile));
      load.run(scope);
    }
  }

  /** Tiles one after another, so many bytes together. */
  static List<List<SparseTile>> waves(List<SparseTile> tiles, long bytes) {
    List<List<SparseTile>> waves = new ArrayList<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      waves.add(runs.next(bytes).tiles());
    }
    return waves;
  }
}
