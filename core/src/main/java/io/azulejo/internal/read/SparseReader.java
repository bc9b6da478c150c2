package io.azulejo.internal.read;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Reads a sparse array slab by slab: coordinates first, then the other fields of the tiles that
 * have cells left, then the order, then batches.
 */
final class SparseReader implements Batches {
  private final SparseQuery query;
  private final ReadScope scope;
  private final long slabBytes;
  private final Slabs slabs;

  /** The bytes of the next slab: few where few cells are wanted, then more and more. */
  private long nextBytes;

  /** How many cells are still wanted. */
  private long wanted;

  private SparseResult current;

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
    this.slabs = slabs(tiles);
  }

  /** About what so many cells take. */
  private static long bytesOf(long wanted, List<SparseTile> tiles) {
    double bytes = BoxSlabs.bytes(tiles);
    double cells = tiles.stream().mapToLong(tile -> tile.cells).sum();
    return wanted < cells ? (long) Math.max(1, bytes / cells * wanted) : Long.MAX_VALUE;
  }

  private Slabs slabs(List<SparseTile> tiles) {
    CellKeys order = query.order();
    if (order == null) {
      return new TileRuns(tiles);
    }
    return order.isHilbert() && BoxSlabs.bytes(tiles) > slabBytes
        ? new CurveSlabs(tiles, places(tiles), order)
        : new BoxSlabs(tiles, order, order.isHilbert() ? slabBytes : nextBytes);
  }

  /** Where on the Hilbert curve each tile begins and ends, of those that have cells. */
  private Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places(List<SparseTile> tiles) {
    Map<SparseFragment, Map<Integer, CurveSlabs.Places>> places = new IdentityHashMap<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      Slab run = runs.next(scope.batchBytes());
      MemoryBudget.Lease lease = scope.lease(bytes(run.tiles()));
      try {
        for (SparseTile tile : select(run, run.tiles())) {
          places
              .computeIfAbsent(tile.owner, owner -> new HashMap<>())
              .put(tile.tile, CurveSlabs.Places.of(query.order(), tile));
        }
      } finally {
        lease.close();
      }
    }
    return places;
  }

  @Override
  public Batch next() {
    while (true) {
      if (current != null && current.hasNext()) {
        return current.next();
      }
      release();
      if (wanted == 0 || !slabs.hasNext()) {
        return null;
      }
      current = load(slabs.next(nextBytes));
      nextBytes = nextBytes > slabBytes / 2 ? slabBytes : 2 * nextBytes;
    }
  }

  @Override
  public void close() {
    release();
  }

  private void release() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  /** The cells of a slab; null if it was too large and was cut. */
  private SparseResult load(Slab slab) {
    boolean inWaves =
        slab instanceof BoxSlab
            && slab.tiles().size() > 1
            && BoxSlabs.bytes(slab.tiles()) > slabBytes;
    MemoryBudget.Lease lease =
        scope.lease(inWaves ? slabBytes + scope.batchBytes() : bytes(slab.tiles()));
    try {
      List<SparseTile> tiles = inWaves ? selectInWaves((BoxSlab) slab) : select(slab, slab.tiles());
      if (tiles == null) {
        lease.close();
        return null;
      }
      long waveBytes = inWaves ? scope.batchBytes() : Long.MAX_VALUE;
      CellOrder cells = order(tiles, waveBytes);
      cells.keepFirst(wanted);
      wanted -= cells.count();
      int[] left = cells.countByTile(tiles.size());
      List<SparseTile> needed = new ArrayList<>();
      for (int t = 0; t < left.length; t++) {
        if (left[t] > 0) {
          needed.add(tiles.get(t));
        }
      }
      load(needed, waveBytes, TileLoad::outputs);
      return new SparseResult(query, tiles, cells, lease, scope);
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  /** The bytes that tiles take, before and after they are decoded. */
  private static long bytes(List<SparseTile> tiles) {
    long bytes = 0;
    for (SparseTile tile : tiles) {
      bytes += tile.bytes + tile.storedBytes();
    }
    return bytes;
  }

  /**
   * Looks at some tiles after the others and keeps only their cells in a slab.
   *
   * @return null if these are too many, and the slab was cut
   */
  private List<SparseTile> selectInWaves(BoxSlab slab) {
    List<SparseTile> kept = new ArrayList<>();
    long bytes = 0;
    for (List<SparseTile> wave : waves(slab.tiles(), scope.batchBytes())) {
      for (SparseTile tile : select(slab, wave)) {
        tile.compact(query.dimensions());
        bytes += tile.selectedBytes();
        kept.add(tile);
      }
      if (bytes > slabBytes && slabs instanceof BoxSlabs boxes && boxes.cut(slab, kept)) {
        return null;
      }
    }
    return kept;
  }

  /** Those of some tiles that have selected cells, with what decided about that. */
  private List<SparseTile> select(Slab slab, List<SparseTile> tiles) {
    List<SparseTile> fresh = tiles.stream().map(SparseTile::fresh).toList();
    TileLoad load = new TileLoad(query);
    for (SparseTile tile : fresh) {
      load.coordinates(tile, query.decidingDimensions(tile, slab.holds(tile)), true);
      if (query.uniqueCells() || query.cutsTimes(tile)) {
        load.times(tile);
      }
    }
    load.run(scope);
    scope.merge(
        fresh,
        tile -> {
          query.select(tile, slab);
          return null;
        });
    return fresh.stream().filter(tile -> tile.selected > 0).toList();
  }

  /**
   * The cells of the answer that are in some tiles, in order. What decides about them comes after
   * older ones at the same place were left out: these do not come back.
   */
  private CellOrder order(List<SparseTile> tiles, long waveBytes) {
    CellOrder cells;
    byte[][] masks = new byte[tiles.size()][];
    for (int t = 0; t < masks.length; t++) {
      masks[t] = tiles.get(t).isTested() ? new byte[tiles.get(t).size()] : null;
    }
    if (query.uniqueCells()) {
      cells = sorted(tiles);
      cells.mark(masks);
      test(tiles, masks, waveBytes);
      cells.keep(masks);
    } else {
      for (int t = 0; t < masks.length; t++) {
        if (masks[t] != null) {
          tiles.get(t).mark(masks[t]);
        }
      }
      test(tiles, masks, waveBytes);
      for (int t = 0; t < masks.length; t++) {
        if (masks[t] != null) {
          tiles.get(t).select(masks[t]);
        }
      }
      cells = query.order() == null ? CellOrder.asTheyLie(tiles) : sorted(tiles);
    }
    if (query.selection().repeats()) {
      cells.repeat((tile, row) -> query.selection().multiplicity(tiles.get(tile), row));
    }
    return cells;
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
    for (List<SparseTile> wave : waves(tested, waveBytes)) {
      load(wave, Long.MAX_VALUE, TileLoad::tests);
      scope.merge(
          wave,
          tile -> {
            query.test(tile, open.get(tile));
            return null;
          });
    }
  }

  /** Loads something of each of some tiles. */
  private void load(List<SparseTile> tiles, long waveBytes, BiConsumer<TileLoad, SparseTile> what) {
    for (List<SparseTile> wave : waves(tiles, waveBytes)) {
      TileLoad load = new TileLoad(query);
      wave.forEach(tile -> what.accept(load, tile));
      load.run(scope);
    }
  }

  private static List<List<SparseTile>> waves(List<SparseTile> tiles, long bytes) {
    List<List<SparseTile>> waves = new ArrayList<>();
    TileRuns runs = new TileRuns(tiles);
    while (runs.hasNext()) {
      waves.add(runs.next(bytes).tiles());
    }
    return waves;
  }
}
