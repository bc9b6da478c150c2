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
 * One batch of a dense read: its regions, what they need of which fragments, and the reading of it.
 * Where a filter wants only some cells, what it looks at is read first, and of the other fields the
 * tiles that have wanted cells.
 */
final class DenseStep {
  private final DenseQuery query;
  private final List<OwnedRegion> regions;
  private final int cells;
  private final DecodedTiles tiles;
  private final ReadScope scope;

  /**
   * A step.
   *
   * @param cells the rows of the batch; 0 where cells go elsewhere
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

  /** Whether it is known that no cell comes. */
  boolean isEmpty() {
    return leavesOut() && regions.stream().allMatch(region -> region.outcome() == Coverage.NONE);
  }

  /** Counts what becomes of the tiles; those that were counted before are not counted again. */
  void count(ReadCounters counters) {
    tiles.countSparse(counters, query.filter() != null);
    for (OwnedRegion owned : regions) {
      for (DenseSource source : query.touching(owned.region())) {
        if (!source.dense() || !source.count(source.position(owned.region()))) {
          continue;
        }
        int index = owned.sources().indexOf(source);
        if (index < 0) {
          continue; // newer cells hide all of it
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
   * The bytes that the step takes at the most: the batch, and what is fetched and decoded for it.
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

  /** Checks that the tiles have the sizes in the metadata of their fragments. */
  void checkSizes() {
    tiles.checkSizes(scope);
  }

  /**
   * Whether a part of the step takes less than all of it: it has several regions, or a large batch.
   */
  boolean shrinks() {
    return regions.size() > 1 || batchBytes() > scope.batchBytes();
  }

  /** The bytes of the batch; of cells of variable size by their average in the tiles. */
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

  /** The bytes of the places of wanted cells, and of where values of variable size are. */
  private long placesBytes() {
    long vars = query.fields().stream().limit(query.outputs()).filter(OutputField::isVar).count();
    return 2L * Integer.BYTES * cells * (1 + vars);
  }

  /**
   * Reads the batch.
   *
   * @param limit how many cells are wanted of it at the most
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
   * Copies all cells, where there is no filter.
   *
   * @param targets where each field of the query goes
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

  /** Finds the wanted cells; copies what that takes in the regions that are undecided. */
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

  /** The columns of the answer. */
  private boolean[] outputs() {
    boolean[] outputs = new boolean[query.fields().size()];
    Arrays.fill(outputs, 0, query.outputs(), true);
    return outputs;
  }

  /** The columns that the filter looks at. */
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

  /** Whether anything of a region is needed for the answer. */
  private boolean counts(DenseColumns.Work work) {
    return !leavesOut() || work.gaps() || !work.sources().isEmpty();
  }

  /** What is copied of a region where all of it, or its fields alone, are needed. */
  private static DenseColumns.Work work(OwnedRegion owned, boolean[] fields) {
    return new DenseColumns.Work(owned.region(), owned.wanted(), owned.gaps(), fields);
  }

  /** What is left to be copied once the wanted cells are known. */
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
