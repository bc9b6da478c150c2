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
 * Reads a sparse array slab by slab: coordinates first, then the other fields of the tiles that
 * have cells left, then the order, then batches.
 */
final class SparseReader implements Batches {
  private final SparseQuery query;
  private final ReadScope scope;
  private final long slabBytes;
  private final SlabReader slabs;

  /** The bytes of the next slab: few where few cells are wanted, then more and more. */
  private long nextBytes;

  /** How many cells are still wanted. */
  private long wanted;

  /** The batches of a slab, null at its end; null where there is no slab. */
  private Supplier<Batch> current;

  /** What the slab takes. */
  private MemoryBudget.Lease lease;

  /**
   * Reads the cells of some tiles.
   *
   * @param slabBytes what a slab may take
   * @param limit how many cells are wanted at the most
   */
  SparseReader(
      SparseQuery query, List<SparseTile> tiles, long slabBytes, long limit, ReadScope scope) {
    this.query = query;
    this.scope = scope;
    this.slabBytes = slabBytes;
    this.wanted = limit;
    this.nextBytes = Math.min(slabBytes, bytesOf(limit, tiles));
    this.slabs = new SlabReader(query, tiles, nextBytes, slabBytes, scope);
  }

  /** The approximate bytes of a number of cells. */
  private static long bytesOf(long wanted, List<SparseTile> tiles) {
    double bytes = BoxSlabs.bytes(tiles);
    double cells = tiles.stream().mapToLong(tile -> tile.cells()).sum();
    return wanted < cells ? (long) Math.max(1, bytes / cells * wanted) : Long.MAX_VALUE;
  }

  @Override
  public Batch next() {
    while (true) {
      Batch batch = current == null ? null : current.get();
      if (batch != null) {
        return batch;
      }
      release();
      if (wanted == 0 || !slabs.hasNext()) {
        return null;
      }
      SlabReader.Selected slab = slabs.next(nextBytes);
      if (slab != null) {
        lease = slab.lease();
        current = query.ordersCells() ? ordered(slab) : asTheyLie(slab);
      }
      nextBytes = nextBytes > slabBytes / 2 ? slabBytes : 2 * nextBytes;
    }
  }

  @Override
  public void close() {
    release();
  }

  private void release() {
    current = null;
    if (lease != null) {
      lease.close();
      lease = null;
    }
  }

  private Supplier<Batch> asTheyLie(SlabReader.Selected slab) {
    narrow(slab.tiles(), slab.waveBytes());
    long all = 0;
    List<SparseTile> needed = new ArrayList<>();
    for (SparseTile tile : slab.tiles()) {
      if (tile.selected > 0 && all < wanted) {
        if (UnorderedResult.becomesBatch(tile, query, wanted - all, scope.batchBytes())) {
          tile.becomeBatch();
        }
        needed.add(tile);
        all += tile.selected;
      }
    }
    slabs.load(needed, slab.waveBytes(), TileLoad::outputs);
    long cells = Math.min(all, wanted);
    wanted -= cells;
    return new UnorderedResult(query, needed, cells, scope);
  }

  private Supplier<Batch> ordered(SlabReader.Selected slab) {
    List<SparseTile> tiles = slab.tiles();
    CellOrder cells = order(tiles, slab.waveBytes());
    cells.keepFirst(wanted);
    wanted -= cells.count();
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
   * The cells of the answer that are in some tiles, in order. What decides about them comes after
   * older ones at the same place were left out: these do not come back.
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

  /** For each tile whose cells are tested a byte a cell, 0; null for others. */
  private static byte[][] masks(List<SparseTile> tiles) {
    byte[][] masks = new byte[tiles.size()][];
    for (int t = 0; t < masks.length; t++) {
      masks[t] = tiles.get(t).isTested() ? new byte[tiles.get(t).size()] : null;
    }
    return masks;
  }

  /** Selects of the selected cells those that are not deleted and meet the conditions. */
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
    return scope
        .counters()
        .merging(() -> CellOrder.sorted(tiles, query.order(), query.uniqueCells()));
  }

  /** Takes the rows out of the masks of some tiles that are deleted or fail a condition. */
  private void test(List<SparseTile> tiles, byte[][] masks, long waveBytes) {
    Map<SparseTile, byte[]> open = new IdentityHashMap<>();
    List<SparseTile> tested = new ArrayList<>();
    for (int t = 0; t < masks.length; t++) {
      byte[] mask = masks[t];
      if (mask == null || Masks.isClear(mask, 0, mask.length)) {
        continue;
      }
      if (tiles.get(t).hopeless) {
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
