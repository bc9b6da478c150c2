package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.sparse.TileLoad;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.ReadStats.Cost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tiles that a batch of a dense read needs, from dense and from sparse fragments. */
public final class DecodedTiles {
  private final DenseQuery query;
  private final Map<Long, DenseTile> known = new HashMap<>();
  private final List<DenseTile> dense = new ArrayList<>();
  private final Map<DenseSource, SparseOverlay> sparse = new LinkedHashMap<>();

  public DecodedTiles(DenseQuery query) {
    this.query = query;
  }

  /**
   * Finds the fragments that contain cells of a region. If the region's tile is already aggregated
   * from its statistics, the returned region has no fragments, and its cells do not pass. Does not
   * add tiles to those that must be read.
   */
  public OwnedRegion own(TileRegion region) {
    List<Part> parts = new ArrayList<>(2);
    boolean gaps = true;
    boolean all = true;
    boolean none = true;
    boolean tested = false;
    BoxTree<DenseSource>.Search search = query.tree().newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = gaps ? search.next() : null) {
      if (source.hasAnswered(region)) {
        return new OwnedRegion(region, List.of(), false, Coverage.NONE, Coverage.NONE, false);
      }
      Coverage outcome = query.outcome(source, region);
      all &= outcome == Coverage.ALL;
      none &= outcome == Coverage.NONE;
      tested |= outcome == Coverage.SOME;
      parts.add(
          source.dense()
              ? new Part(source, source.within(region), tile(source, region), outcome)
              : new Part(source, region, null, outcome));
      gaps = !source.covers(region);
    }
    Collections.reverse(parts);
    Coverage gapOutcome = gaps ? query.gapOutcome(region) : Coverage.NONE;
    all &= !gaps || gapOutcome == Coverage.ALL;
    none &= gapOutcome == Coverage.NONE;
    tested |= gapOutcome == Coverage.SOME;
    Coverage outcome = none ? Coverage.NONE : all ? Coverage.ALL : Coverage.SOME;
    return new OwnedRegion(region, parts, gaps, gapOutcome, outcome, tested);
  }

  /** Returns the tile of a dense fragment that contains a region. A tile is a single object. */
  private DenseTile tile(DenseSource source, TileRegion region) {
    int position = source.position(region);
    return known.computeIfAbsent(
        (long) source.age() << Integer.SIZE | position,
        key -> new DenseTile(source.outputs(), position, query.grid().cellsPerTile()));
  }

  /**
   * Adds the tiles that contain some parts to those that must be read. Tiles known to contain no
   * matching cell are skipped.
   */
  public void add(List<Part> parts) {
    for (Part part : parts) {
      if (!part.dense()) {
        sparse.computeIfAbsent(part.source(), SparseOverlay::new).add(part.region());
      } else if (!part.excluded()) {
        part.tile().addTo(dense);
      }
    }
  }

  /**
   * Counts the tiles of sparse fragments that were not counted before.
   *
   * @param filtered whether to count them as tested rather than as matching
   */
  void countSparse(ReadCounters counters, boolean filtered) {
    sparse.forEach(
        (source, cells) -> {
          long tiles = cells.tiles().stream().filter(source::count).count();
          counters.add(filtered ? Cost.TILES_TESTED : Cost.TILES_MATCHING, tiles);
        });
  }

  /** Returns the added tiles of dense fragments. */
  public List<DenseTile> dense() {
    return dense;
  }

  /** Returns the cells of a sparse fragment. */
  public SparseOverlay sparse(DenseSource source) {
    return sparse.get(source);
  }

  /** Checks the sizes of all tiles; see {@code FieldReader.checkSizes}. */
  void checkSizes(ReadScope scope) {
    dense.forEach(tile -> tile.checkSizes(scope));
    sparse.forEach(
        (source, cells) ->
            cells
                .tiles()
                .forEach(
                    tile ->
                        source.sparse().checkSizes(tile, source.fragment().cells(tile), scope)));
  }

  /** Returns the stored size of the dense fragments' tiles in bytes. */
  public long storedBytes() {
    return dense.stream().mapToLong(DenseTile::storedBytes).sum();
  }

  /** Returns the number of bytes that are fetched and decoded from sparse fragments. */
  public long sparseBytes() {
    return sparse.values().stream().mapToLong(SparseOverlay::bytes).sum();
  }

  /** Fetches and decodes the tiles of the sparse fragments. */
  public void loadSparse(ReadScope scope) {
    if (!sparse.isEmpty()) {
      TileLoad load = new TileLoad();
      sparse.values().forEach(cells -> cells.addTo(load));
      load.run(scope);
    }
  }
}
