package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One batch of a dense read. Finds the tiles that its regions need, and reads them. If a filter
 * selects only some cells, the filter's fields are read first. Other fields are then read only from
 * tiles that contain selected cells.
 */
final class DenseStep {
  private final DenseQuery query;
  private final List<OwnedRegion> regions;
  private final int cells;
  private final DecodedTiles tiles;
  private final ReadScope scope;

  /**
   * Creates a step and finds the tiles that it needs.
   *
   * @param cells the number of cells in the batch; 0 if the caller supplies the targets
   */
  DenseStep(DenseQuery query, List<TileRegion> regions, int cells, ReadScope scope) {
    this.scope = scope;
    this.query = query;
    this.cells = cells;
    this.tiles = new DecodedTiles(query);
    this.regions = regions.stream().map(region -> OwnedRegion.of(query, region)).toList();
    for (OwnedRegion region : this.regions) {
      if (region.outcome() != Coverage.NONE) {
        tiles.add(region);
      }
    }
  }

  /** Returns whether the step is known to return no cells. */
  boolean isEmpty() {
    return leavesOut() && regions.stream().allMatch(region -> region.outcome() == Coverage.NONE);
  }

  /** Counts the tiles as pruned, matching or tested. Tiles are counted only once. */
  void count(ReadCounters counters) {
    tiles.countSparse(counters, query.filter() != null);
    for (OwnedRegion owned : regions) {
      for (DenseSource source : query.touching(owned.region())) {
        if (!source.dense() || !source.count(source.position(owned.region()))) {
          continue;
        }
        int index = owned.sources().indexOf(source);
        if (index < 0) {
          continue; // hidden by newer fragments
        }
        if (owned.excludes(index)) {
          counters.pruned(1);
        } else if (owned.outcomes().get(index) == Coverage.ALL) {
          counters.matching(1);
        } else {
          counters.tested(1);
        }
      }
    }
  }

  private boolean leavesOut() {
    return query.filter() != null && query.filter().leavesOut();
  }

  /**
   * Returns the memory that the step needs, in bytes: the batch, and the fetched and decoded data.
   */
  long bytes() {
    long ahead = 0;
    long decoded = tiles.sparseBytes();
    for (DenseTile tile : tiles.dense()) {
      ahead += scope.readsFast() ? tile.storedVarBytes() : tile.storedBytes();
      decoded += tile.decodedVarBytes();
    }
    return batchBytes() + decoded + Math.min(ahead, scope.aheadBytes()) + tiles.taskBytes(scope);
  }

  /** Checks that the stored tiles have the sizes that the fragment metadata states. */
  void checkSizes() {
    tiles.checkSizes(scope);
  }

  /**
   * Returns whether halving the step would reduce its memory: it has several regions or a large
   * batch.
   */
  boolean shrinks() {
    return regions.size() > 1 || batchBytes() > scope.batchBytes();
  }

  /**
   * Returns the estimated size of the batch in bytes. Variable-size cells count with their average
   * size in the tiles.
   */
  private long batchBytes() {
    long bytes = 0;
    for (int f = 0; f < query.fields().size(); f++) {
      OutputField field = query.fields().get(f);
      long copies = leavesOut() && f < query.outputs() ? 2 : 1;
      bytes += cells * (copies * field.fixedBytes() + (field.isVar() ? 2L * Integer.BYTES : 0));
    }
    double share = Math.min(1.0, (double) cells / query.grid().cellsPerTile());
    long copies = query.filter() == null ? 1 : 2;
    for (DenseTile tile : tiles.dense()) {
      bytes += copies * (long) (tile.varBytes() * share);
    }
    if (query.filter() != null) {
      bytes += CellMask.bytes(query, cells) + (leavesOut() ? placesBytes() : 0);
    }
    return bytes;
  }

  /** Returns the size of the index arrays that selecting cells needs, in bytes. */
  private long placesBytes() {
    long vars = query.fields().stream().limit(query.outputs()).filter(OutputField::isVar).count();
    return 2L * Integer.BYTES * cells * (1 + vars);
  }

  /**
   * Reads the batch.
   *
   * @param limit the maximum number of cells to return
   */
  Batch run(long limit) {
    tiles.loadSparse(scope);
    List<OwnedRegion> undecided = regions.stream().filter(OwnedRegion::undecided).toList();
    boolean[] fields = undecided.isEmpty() ? outputs() : merged(outputs(), tested());
    DenseColumns target = new DenseColumns(query, tiles, cells, fields, scope);
    if (query.filter() == null) {
      target.copy(regions.stream().map(region -> work(region, fields)).toList());
      return batch(target, limit);
    }
    CellMask mask = mask(undecided, target);
    target.copy(regions.stream().map(region -> work(region, mask)).filter(this::counts).toList());
    if (leavesOut()) {
      int[] places = mask.places(limit);
      return places.length == cells ? target.batch() : target.batch(places);
    }
    target.fill(
        regions.stream().filter(OwnedRegion::divided).map(OwnedRegion::region).toList(),
        mask.bytes());
    return batch(target, limit);
  }

  /**
   * Copies all cells of the step. Only for queries without a filter.
   *
   * @param targets the target of each field of the query
   */
  void copyTo(List<FieldTarget> targets) {
    tiles.loadSparse(scope);
    boolean[] fields = outputs();
    new DenseColumns(query, tiles, targets, scope)
        .copy(regions.stream().map(region -> work(region, fields)).toList());
  }

  private Batch batch(DenseColumns target, long limit) {
    return limit >= cells
        ? target.batch()
        : target.batch(IntStream.range(0, (int) limit).toArray());
  }

  /**
   * Returns a mask of the selected cells. For undecided regions, it first copies the fields of the
   * condition.
   */
  private CellMask mask(List<OwnedRegion> undecided, DenseColumns target) {
    CellMask mask = new CellMask(query, tiles, cells);
    addCandidates(mask, undecided);
    if (!undecided.isEmpty()) {
      boolean[] tested = tested();
      target.copy(undecided.stream().map(region -> work(region, tested)).toList());
      mask.test(target, scope);
    }
    addCandidates(mask, regions.stream().filter(OwnedRegion::decided).toList());
    return mask;
  }

  private void addCandidates(CellMask mask, List<OwnedRegion> some) {
    scope.merge(
        some,
        region -> {
          mask.addCandidates(region);
          return null;
        });
  }

  /** Returns which fields of the query are part of the result. */
  private boolean[] outputs() {
    boolean[] outputs = new boolean[query.fields().size()];
    Arrays.fill(outputs, 0, query.outputs(), true);
    return outputs;
  }

  /** Returns which fields of the query the filter needs. */
  private boolean[] tested() {
    boolean[] tested = new boolean[query.fields().size()];
    for (int column : query.filter() == null ? new int[0] : query.filter().columns()) {
      tested[column] = true;
    }
    return tested;
  }

  private static boolean[] merged(boolean[] some, boolean[] others) {
    boolean[] merged = some.clone();
    for (int i = 0; i < merged.length; i++) {
      merged[i] |= others[i];
    }
    return merged;
  }

  /** Returns whether a region contributes cells to the result. */
  private boolean counts(DenseColumns.Work work) {
    return !leavesOut() || work.gaps() || !work.sources().isEmpty();
  }

  /**
   * Returns the work for a region whose given fields are copied from all fragments that may
   * contribute.
   */
  private static DenseColumns.Work work(OwnedRegion owned, boolean[] fields) {
    return new DenseColumns.Work(owned.region(), owned.wanted(), owned.gaps(), fields);
  }

  /** Returns the work that remains for a region after the selected cells are known. */
  private DenseColumns.Work work(OwnedRegion owned, CellMask mask) {
    boolean[] fields = outputs();
    if (!owned.divided()) {
      return owned.outcome() == Coverage.ALL
          ? work(owned, fields)
          : new DenseColumns.Work(owned.region(), List.of(), !leavesOut(), fields);
    }
    boolean[] copied = owned.undecided() ? tested() : new boolean[fields.length];
    for (int f = 0; f < fields.length; f++) {
      fields[f] &= !copied[f];
    }
    List<DenseSource> sources =
        owned.wanted().stream().filter(source -> mask.any(source, owned.region())).toList();
    return new DenseColumns.Work(owned.region(), sources, owned.wantsGaps(), fields);
  }
}
