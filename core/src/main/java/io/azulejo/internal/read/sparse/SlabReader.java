package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Cuts a sparse read into slabs that fit in memory, and selects the cells of each slab. */
public final class SlabReader implements SelectedSlabs {
  private final SparseQuery query;
  private final long slabBytes;
  private final ReadScope scope;
  private final Slabs slabs;

  /** The current slab if it does not fit in memory, or null. */
  private DividedSlab divided;

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
    this.slabs = slabs(tiles, first);
  }

  /**
   * Returns the size limit of a slab of a sorted read in bytes: twice the sum of each fragment's
   * largest tile, so that tiles are not decoded repeatedly. It is at least a batch, and otherwise
   * at most half of the budget.
   */
  public static long sortedBytes(List<SparseTile> tiles, ReadScope scope) {
    Map<SparseFragment, Long> largest = new IdentityHashMap<>();
    for (SparseTile tile : tiles) {
      largest.merge(tile.owner(), tile.bytes(), Math::max);
    }
    long together = largest.values().stream().mapToLong(Long::longValue).sum();
    return Math.max(scope.batchBytes(), Math.min(2 * together, scope.budget() / 2));
  }

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
  private Map<SparseTile, CurveSlabs.Places> places(List<SparseTile> tiles) {
    Map<SparseTile, CurveSlabs.Places> places = new IdentityHashMap<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      Slab run = runs.next(scope.batchBytes());
      MemoryBudget.Lease lease = lease(run.tiles());
      try (lease) {
        for (SelectedTile cells : select(run.tiles(), run)) {
          places.put(cells.tile(), CurveSlabs.Places.of(query.order(), cells));
        }
      }
    }
    return places;
  }

  @Override
  public boolean hasNext() {
    return divided != null || slabs.hasNext();
  }

  @Override
  public Selected next(long bytes) {
    Slab slab = divided == null ? slabs.next(bytes) : null;
    if (slab != null && (slab.tiles().size() == 1 || Slabs.bytes(slab.tiles()) <= slabBytes)) {
      MemoryBudget.Lease lease = lease(slab.tiles());
      try {
        List<SelectedTile> tiles = select(slab.tiles(), slab);
        return new Selected(tiles, Long.MAX_VALUE, lease);
      } catch (RuntimeException | Error e) {
        lease.close();
        throw e;
      }
    }
    divided = slab == null ? divided : divided(slab);
    return nextPart();
  }

  /** Loads coordinates and returns the tiles that have selected cells in a slab. */
  private List<SelectedTile> select(List<SparseTile> tiles, Slab slab) {
    TileLoad load = new TileLoad();
    List<CoordinateSelection> selections = CoordinateSelection.of(query, tiles, slab, load);
    load.run(scope);
    return CoordinateSelection.selected(selections);
  }

  private DividedSlab divided(Slab slab) {
    // A merge needs memory to write the cells of a part.
    long spareBytes = query.merging() ? scope.batchBytes() / 2 : 0;
    return new DividedSlab(slab, this::select, slabs, slabBytes, spareBytes, scope);
  }

  private Selected nextPart() {
    MemoryBudget.Lease lease =
        scope.lease(slabBytes + scope.batchBytes(), () -> checkSizes(divided.tiles()));
    try {
      List<SelectedTile> tiles = divided.next();
      divided = divided.hasNext() ? divided : null;
      return new Selected(tiles, scope.batchBytes(), lease);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  /** Reserves memory for the stored and the decoded form of tiles. */
  private MemoryBudget.Lease lease(List<SparseTile> tiles) {
    long bytes = 0;
    for (SparseTile tile : tiles) {
      bytes += tile.bytes() + tile.storedBytes();
    }
    return scope.lease(bytes, () -> checkSizes(tiles));
  }

  private void checkSizes(List<SparseTile> tiles) {
    tiles.forEach(tile -> tile.owner().checkSizes(tile.number(), tile.cells(), scope));
  }

  @Override
  public void close() {
    if (divided != null) {
      divided.close();
    }
  }
}
