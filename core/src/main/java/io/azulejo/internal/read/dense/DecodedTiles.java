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

/** The tiles that a batch of a dense read needs: those of dense fragments, and of sparse ones. */
public final class DecodedTiles {
  private final DenseQuery query;
  private final Map<DenseSource, Map<Integer, DenseTile>> dense = new HashMap<>();
  private final Map<DenseSource, SparseOverlay> sparse = new LinkedHashMap<>();

  public DecodedTiles(DenseQuery query) {
    this.query = query;
  }

  /** Adds the tiles that a region needs. */
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

  /** Counts the tiles of sparse fragments that were not counted before. */
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

  /** The tile of a dense fragment that a region is in. */
  public DenseTile dense(DenseSource source, TileRegion region) {
    return dense.get(source).get(source.position(region));
  }

  /** The tiles of dense fragments. */
  public Collection<DenseTile> dense() {
    List<DenseTile> all = new ArrayList<>();
    dense.values().forEach(byPosition -> all.addAll(byPosition.values()));
    return all;
  }

  /** The cells of a sparse fragment. */
  public SparseOverlay sparse(DenseSource source) {
    return sparse.get(source);
  }

  /** As {@code FieldReader.checkSizes}, of all tiles. */
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

  /** How many tasks may copy fields of fixed size at a time: each has buffers of its own. */
  int taskLanes(ReadScope scope) {
    long lanes = scope.batchBytes() / Math.max(1, largestTask());
    return (int) Math.max(1, Math.min(lanes, scope.tasks().width()));
  }

  /** The bytes of the buffers of these tasks. */
  long taskBytes(ReadScope scope) {
    long all = dense().stream().mapToLong(DenseTile::taskBytes).sum();
    return Math.min(all, taskLanes(scope) * largestTask());
  }

  private long largestTask() {
    return dense().stream().mapToLong(DenseTile::taskBytes).max().orElse(0);
  }

  /** The bytes that are fetched and decoded of sparse fragments. */
  public long sparseBytes() {
    return sparse.values().stream().mapToLong(SparseOverlay::bytes).sum();
  }

  /** Fetches and decodes all of sparse fragments. */
  public void loadSparse(ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    sparse.values().forEach(cells -> cells.want(wanted));
    scope.fetch(wanted);
    sparse.values().forEach(cells -> cells.decode(scope));
  }
}
