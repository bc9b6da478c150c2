package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads a sparse array slab by slab. Each slab loads coordinates first, then the other fields of
 * tiles with selected cells, then sorts the cells and returns them in batches.
 */
final class SparseReader implements Batches {
  private final SparseQuery query;
  private final ReadScope scope;
  private final CellTests tests;
  private final long slabBytes;
  private final SelectedSlabs slabs;

  /**
   * Size limit of the next slab in bytes. Starts small if there is a limit on cells, then doubles.
   */
  private long nextBytes;

  /** Number of cells still to return. */
  private long remaining;

  /** Supplies the batches of the current slab, then null. Null between slabs. */
  private Supplier<Batch> current;

  /** Memory reserved for the current slab, or null between slabs. */
  private MemoryBudget.Lease lease;

  /**
   * Creates a reader of the given tiles.
   *
   * @param slabBytes size limit of a slab in bytes
   * @param limit maximum number of cells to return
   */
  SparseReader(
      SparseQuery query, List<SparseTile> tiles, long slabBytes, long limit, ReadScope scope) {
    this.query = query;
    this.scope = scope;
    this.tests = new CellTests(query, scope);
    this.slabBytes = slabBytes;
    this.remaining = limit;
    this.nextBytes = Math.min(slabBytes, bytesOf(limit, tiles));
    boolean all = query.order() == null && nextBytes == slabBytes;
    this.slabs =
        all && !scope.readsFast()
            ? new CoordinatesAhead(query, tiles, slabBytes, scope)
            : new SlabReader(query, tiles, nextBytes, slabBytes, scope);
  }

  /**
   * Returns the estimated size in bytes of a number of cells, or the maximum if the tiles do not
   * have more cells.
   */
  private static long bytesOf(long remaining, List<SparseTile> tiles) {
    double bytes = Slabs.bytes(tiles);
    double cells = tiles.stream().mapToLong(tile -> tile.cells()).sum();
    return remaining < cells ? (long) Math.max(1, bytes / cells * remaining) : Long.MAX_VALUE;
  }

  @Override
  public Batch next() {
    while (true) {
      Batch batch = current == null ? null : current.get();
      if (batch != null) {
        return batch;
      }
      release();
      if (remaining == 0 || !slabs.hasNext()) {
        return null;
      }
      SelectedSlabs.Selected slab = slabs.next(nextBytes);
      lease = slab.lease();
      current = query.ordersCells() ? ordered(slab) : unordered(slab);
      nextBytes = nextBytes > slabBytes / 2 ? slabBytes : 2 * nextBytes;
    }
  }

  @Override
  public void close() {
    release();
    slabs.close();
  }

  private void release() {
    current = null;
    if (lease != null) {
      lease.close();
      lease = null;
    }
  }

  private Supplier<Batch> unordered(SelectedSlabs.Selected slab) {
    List<LoadedTile> needed = new ArrayList<>();
    BitSet handedOut = new BitSet();
    long all = 0;
    for (LoadedTile tile : tests.narrow(slab.tiles(), slab.stepBytes())) {
      SelectedTile cells = tile.cells();
      if (cells.selected > 0 && all < remaining) {
        handedOut.set(
            needed.size(),
            UnorderedResult.becomesBatch(cells, query, remaining - all, scope.batchBytes()));
        needed.add(tile);
        all += cells.selected;
      }
    }
    List<LoadedTile> loaded = FieldLoad.outputs(query, needed, handedOut, slab.stepBytes(), scope);
    long cells = Math.min(all, remaining);
    remaining -= cells;
    return new UnorderedResult(query, loaded, handedOut, cells, scope);
  }

  /**
   * Sorts the cells of a slab. If only the newest cells count, conditions are tested after older
   * versions have been removed. A newest cell that fails a condition therefore does not bring back
   * an older one.
   */
  private Supplier<Batch> ordered(SelectedSlabs.Selected slab) {
    List<LoadedTile> tiles;
    CellOrder cells;
    if (query.uniqueCells()) {
      byte[][] masks = CellTests.masks(slab.tiles());
      cells = sorted(slab.tiles());
      cells.mark(masks);
      tiles = tests.test(slab.tiles(), masks, slab.stepBytes());
      cells.keep(masks);
    } else {
      tiles = tests.narrow(slab.tiles(), slab.stepBytes());
      List<SelectedTile> selected = tiles.stream().map(LoadedTile::cells).toList();
      cells = query.order() == null ? CellOrder.inStorageOrder(selected) : sorted(selected);
    }
    if (query.selection().repeats()) {
      cells.repeat((tile, row) -> query.selection().multiplicity(tiles.get(tile).cells(), row));
    }
    cells.keepFirst(remaining);
    remaining -= cells.count();
    loadOutputs(tiles, cells.countByTile(tiles.size()), slab.stepBytes());
    return new SparseResult(query, tiles, cells, scope);
  }

  /** Replaces the tiles that have cells in the result by tiles with the columns of the result. */
  private void loadOutputs(List<LoadedTile> tiles, int[] counts, long stepBytes) {
    List<LoadedTile> needed = new ArrayList<>();
    for (int t = 0; t < counts.length; t++) {
      if (counts[t] > 0) {
        needed.add(tiles.get(t));
      }
    }
    Iterator<LoadedTile> loaded =
        FieldLoad.outputs(query, needed, new BitSet(), stepBytes, scope).iterator();
    for (int t = 0; t < counts.length; t++) {
      if (counts[t] > 0) {
        tiles.set(t, loaded.next());
      }
    }
  }

  private CellOrder sorted(List<SelectedTile> tiles) {
    return CellOrder.sorted(tiles, query.order(), query.uniqueCells(), scope::merge);
  }
}
