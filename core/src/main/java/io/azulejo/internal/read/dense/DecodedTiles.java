package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tiles that a batch of a dense read needs, from dense and from sparse fragments. */
public final class DecodedTiles {
  private final DenseQuery query;
  private final Map<DenseSource, Map<Integer, DenseTile>> dense = new HashMap<>();
  private final Map<DenseSource, SparseOverlay> sparse = new LinkedHashMap<>();

  public DecodedTiles(DenseQuery query) {
    this.query = query;
  }

  /** Adds the tiles that a region needs. Tiles known to contain no matching cell are skipped. */
  public void add(OwnedRegion owned) {
    for (int i = 0; i < owned.sources().size(); i++) {
      DenseSource source = owned.sources().get(i);
      if (!source.dense()) {
        sparse.computeIfAbsent(source, s -> new SparseOverlay(query, s)).add(owned.region());
      } else if (!owned.excludes(i)) {
        dense
            .computeIfAbsent(source, s -> new HashMap<>())
            .computeIfAbsent(source.position(owned.region()), p -> new DenseTile(query, source, p));
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
          if (filtered) {
            counters.tested(tiles);
          } else {
            counters.matching(tiles);
          }
        });
  }

  /**
   * Returns the tile of a dense fragment that contains a region. The region must have been added.
   */
  public DenseTile dense(DenseSource source, TileRegion region) {
    return dense.get(source).get(source.position(region));
  }

  /** Returns the tiles of all dense fragments. */
  public Collection<DenseTile> dense() {
    List<DenseTile> all = new ArrayList<>();
    dense.values().forEach(byPosition -> all.addAll(byPosition.values()));
    return all;
  }

  /** Returns the cells of a sparse fragment. */
  public SparseOverlay sparse(DenseSource source) {
    return sparse.get(source);
  }

  /** Checks the sizes of all tiles; see {@code FieldReader.checkSizes}. */
  void checkSizes(ReadScope scope) {
    dense().forEach(tile -> tile.checkSizes(scope));
    sparse.forEach(
        (source, cells) ->
            cells
                .tiles()
                .forEach(
                    tile ->
                        source.sparse().checkSizes(tile, source.fragment().cells(tile), scope)));
  }

  /**
   * Returns the number of tasks that may copy fixed-size fields at the same time. Each task has its
   * own buffers, so memory limits the number.
   */
  int taskLanes(ReadScope scope) {
    long lanes = scope.batchBytes() / Math.max(1, largestTask());
    return (int) Math.max(1, Math.min(lanes, scope.tasks().width()));
  }

  /** Returns the total size of the buffers of these tasks, in bytes. */
  long taskBytes(ReadScope scope) {
    long all = dense().stream().mapToLong(DenseTile::taskBytes).sum();
    return Math.min(all, taskLanes(scope) * largestTask());
  }

  private long largestTask() {
    return dense().stream().mapToLong(DenseTile::taskBytes).max().orElse(0);
  }

  /** Returns the number of bytes that are fetched and decoded from sparse fragments. */
  public long sparseBytes() {
    return sparse.values().stream().mapToLong(SparseOverlay::bytes).sum();
  }

  /** Fetches and decodes the tiles of the sparse fragments. */
  public void loadSparse(ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    sparse.values().forEach(cells -> cells.want(wanted));
    scope.fetch(wanted);
    sparse.values().forEach(cells -> cells.decode(scope));
  }
}
