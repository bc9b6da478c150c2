package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes the tiles of a sparse read slab by slab. It loads coordinates and selects the cells in
 * each slab.
 */
public final class SlabReader implements AutoCloseable {
  private final SparseQuery query;
  private final long slabBytes;
  private final ReadScope scope;
  private final Slabs slabs;

  /** Selects the cells of all slabs if the store waits for a network; null for other reads. */
  private final CoordinatesAhead ahead;

  /**
   * Creates a reader of the given tiles.
   *
   * @param first size limit of the first slab in bytes
   * @param slabBytes size limit of later slabs in bytes
   */
  public SlabReader(
      SparseQuery query, List<SparseTile> tiles, long first, long slabBytes, ReadScope scope) {
    this.query = query;
    this.slabBytes = slabBytes;
    this.scope = scope;
    boolean all = query.order() == null && first == slabBytes;
    this.ahead =
        all && !scope.readsFast() ? new CoordinatesAhead(query, tiles, slabBytes, scope) : null;
    this.slabs = ahead == null ? slabs(tiles, first) : null;
  }

  /**
   * The tiles that have selected cells in a slab, with decoded coordinates.
   *
   * @param waveBytes size limit of the tiles to load at once, in bytes
   * @param lease the memory reserved for the slab; the receiver must close it
   */
  public record Selected(List<SelectedTile> tiles, long waveBytes, MemoryBudget.Lease lease) {}

  private Slabs slabs(List<SparseTile> tiles, long first) {
    CellKeys order = query.order();
    if (order == null) {
      return new TileRuns(tiles);
    }
    return order.isHilbert() && Slabs.bytes(tiles) > slabBytes
        ? new CurveSlabs(tiles, places(tiles), order)
        : new BoxSlabs(tiles, order, order.isHilbert() ? slabBytes : first);
  }

  /** Returns the position on the Hilbert curve of each tile that has selected cells. */
  private Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places(List<SparseTile> tiles) {
    Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places = new IdentityHashMap<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      Slab run = runs.next(scope.batchBytes());
      MemoryBudget.Lease lease = scope.lease(bytes(run.tiles()), () -> checkSizes(run.tiles()));
      try {
        for (SelectedTile cells : select(run, run.tiles())) {
          places
              .computeIfAbsent(cells.tile().owner(), owner -> new HashMap<>())
              .put(cells.tile().number(), CurveSlabs.Places.of(query.order(), cells));
        }
      } finally {
        lease.close();
      }
    }
    return places;
  }

  /** Returns whether there are more slabs. */
  public boolean hasNext() {
    return ahead == null ? slabs.hasNext() : ahead.hasNext();
  }

  /**
   * Selects the cells of the next slab.
   *
   * @param bytes size limit of the slab in bytes, if it can be cut that small
   * @return null if the slab was too large and has been cut; call again to get its first part
   */
  public Selected next(long bytes) {
    if (ahead != null) {
      return nextAhead();
    }
    Slab slab = slabs.next(bytes);
    boolean inWaves =
        slabs.cutsAnywhere() && slab.tiles().size() > 1 && Slabs.bytes(slab.tiles()) > slabBytes;
    MemoryBudget.Lease lease =
        scope.lease(
            inWaves ? slabBytes + scope.batchBytes() : bytes(slab.tiles()),
            () -> checkSizes(slab.tiles()));
    try {
      List<SelectedTile> tiles = inWaves ? selectInWaves(slab) : select(slab, slab.tiles());
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

  private Selected nextAhead() {
    MemoryBudget.Lease lease = ahead.lease();
    try {
      return new Selected(ahead.next(), Long.MAX_VALUE, lease);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  private void checkSizes(List<SparseTile> tiles) {
    tiles.forEach(tile -> tile.owner().checkSizes(tile.number(), tile.cells(), scope));
  }

  /** Returns the stored and decoded size of tiles in bytes. */
  private static long bytes(List<SparseTile> tiles) {
    long bytes = 0;
    for (SparseTile tile : tiles) {
      bytes += tile.bytes() + tile.storedBytes();
    }
    return bytes;
  }

  /**
   * Loads the tiles of a slab in waves and keeps only their selected cells.
   *
   * @return null if the selected cells were too large and the slab was cut
   */
  private List<SelectedTile> selectInWaves(Slab slab) {
    List<SelectedTile> kept = new ArrayList<>();
    long bytes = 0;
    for (List<SparseTile> wave :
        TileLoad.runs(slab.tiles(), SparseTile::bytes, scope.batchBytes())) {
      for (SelectedTile tile : select(slab, wave)) {
        kept.add(tile.compact());
        bytes += tile.selectedBytes();
      }
      if (bytes > slabBytes && slabs.cut(slab, kept)) {
        return null;
      }
    }
    return kept;
  }

  /** Loads coordinates and returns the tiles that have selected cells in a slab. */
  private List<SelectedTile> select(Slab slab, List<SparseTile> tiles) {
    TileLoad load = new TileLoad();
    List<CoordinateSelection> selections = CoordinateSelection.of(query, tiles, slab, load);
    load.run(scope);
    return CoordinateSelection.selected(selections);
  }

  /** Cancels pending requests. */
  @Override
  public void close() {
    if (ahead != null) {
      ahead.close();
    }
  }
}
