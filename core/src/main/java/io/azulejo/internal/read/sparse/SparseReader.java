package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.condition.Masks;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads a sparse array slab by slab. Each slab loads coordinates first, then the other fields of
 * tiles with selected cells, then sorts the cells and returns them in batches.
 */
final class SparseReader implements Batches {
  private final SparseQuery query;
  private final ReadScope scope;
  private final long slabBytes;
  private final SlabReader slabs;

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
    this.slabBytes = slabBytes;
    this.remaining = limit;
    this.nextBytes = Math.min(slabBytes, bytesOf(limit, tiles));
    this.slabs = new SlabReader(query, tiles, nextBytes, slabBytes, scope);
  }

  /**
   * Returns the estimated size in bytes of a number of cells, or the maximum if the tiles do not
   * have more cells.
   */
  private static long bytesOf(long remaining, List<SparseTile> tiles) {
    double bytes = BoxSlabs.bytes(tiles);
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
      SlabReader.Selected slab = slabs.next(nextBytes);
      if (slab != null) {
        lease = slab.lease();
        current = query.ordersCells() ? ordered(slab) : unordered(slab);
      }
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

  private Supplier<Batch> unordered(SlabReader.Selected slab) {
    narrow(slab.tiles(), slab.waveBytes());
    long all = 0;
    List<SparseTile> needed = new ArrayList<>();
    for (SparseTile tile : slab.tiles()) {
      if (tile.selected > 0 && all < remaining) {
        if (UnorderedResult.becomesBatch(tile, query, remaining - all, scope.batchBytes())) {
          tile.becomeBatch();
        }
        needed.add(tile);
        all += tile.selected;
      }
    }
    slabs.load(needed, slab.waveBytes(), TileLoad::outputs);
    long cells = Math.min(all, remaining);
    remaining -= cells;
    return new UnorderedResult(query, needed, cells, scope);
  }

  private Supplier<Batch> ordered(SlabReader.Selected slab) {
    List<SparseTile> tiles = slab.tiles();
    CellOrder cells = order(tiles, slab.waveBytes());
    cells.keepFirst(remaining);
    remaining -= cells.count();
    int[] left = cells.countByTile(tiles.size());
    List<SparseTile> needed = new ArrayList<>();
    for (int t = 0; t < left.length; t++) {
      if (left[t] > 0) {
        needed.add(tiles.get(t));
      }
    }
    slabs.load(needed, slab.waveBytes(), TileLoad::outputs);
    return new SparseResult(query, tiles, cells, scope);
  }

  /**
   * Returns the cells of the result that are in the tiles, in order. If only the newest cells
   * count, conditions are tested after older versions have been removed. A newest cell that fails a
   * condition therefore does not bring back an older one.
   */
  private CellOrder order(List<SparseTile> tiles, long waveBytes) {
    CellOrder cells;
    if (query.uniqueCells()) {
      byte[][] masks = masks(tiles);
      cells = sorted(tiles);
      cells.mark(masks);
      test(tiles, masks, waveBytes);
      cells.keep(masks);
    } else {
      narrow(tiles, waveBytes);
      cells = query.order() == null ? CellOrder.asTheyLie(tiles) : sorted(tiles);
    }
    if (query.selection().repeats()) {
      cells.repeat((tile, row) -> query.selection().multiplicity(tiles.get(tile), row));
    }
    return cells;
  }

  /** Returns a zeroed mask for each tile whose cells must be tested; null for other tiles. */
  private static byte[][] masks(List<SparseTile> tiles) {
    byte[][] masks = new byte[tiles.size()][];
    for (int t = 0; t < masks.length; t++) {
      masks[t] = tiles.get(t).isTested() ? new byte[tiles.get(t).size()] : null;
    }
    return masks;
  }

  /** Narrows the selection to cells that are not deleted and meet the conditions. */
  private void narrow(List<SparseTile> tiles, long waveBytes) {
    byte[][] masks = masks(tiles);
    for (int t = 0; t < masks.length; t++) {
      if (masks[t] != null) {
        tiles.get(t).mark(masks[t]);
      }
    }
    test(tiles, masks, waveBytes);
    for (int t = 0; t < masks.length; t++) {
      if (masks[t] != null) {
        tiles.get(t).select(masks[t]);
        tiles.get(t).compactIfFew(query);
      }
    }
  }

  private CellOrder sorted(List<SparseTile> tiles) {
    return CellOrder.sorted(tiles, query.order(), query.uniqueCells(), scope::merge);
  }

  /** Clears the mask entries of rows that are deleted or fail a condition. */
  private void test(List<SparseTile> tiles, byte[][] masks, long waveBytes) {
    Map<SparseTile, byte[]> open = new IdentityHashMap<>();
    List<SparseTile> tested = new ArrayList<>();
    for (int t = 0; t < masks.length; t++) {
      byte[] mask = masks[t];
      if (mask == null || Masks.isClear(mask, 0, mask.length)) {
        continue;
      }
      if (tiles.get(t).allCellsFail) {
        Masks.clear(mask, 0, mask.length);
      } else {
        tested.add(tiles.get(t));
        open.put(tiles.get(t), mask);
      }
    }
    for (List<SparseTile> wave : SlabReader.waves(tested, waveBytes)) {
      slabs.load(wave, Long.MAX_VALUE, TileLoad::tests);
      scope.merge(
          wave,
          tile -> {
            query.test(tile, open.get(tile));
            return null;
          });
    }
  }
}
