package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
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

  /** Number of cells in regions that list their cells one by one. */
  private long listedCells;

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
    this.regions = new ArrayList<>(regions.size());
    for (TileRegion region : regions) {
      OwnedRegion owned = OwnedRegion.of(query, region, tiles);
      this.regions.add(owned);
      listedCells += region instanceof PointRegion ? region.cells() : 0;
      if (owned.outcome() != Coverage.NONE) {
        tiles.add(owned.parts());
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
    boolean byTile = query.selection() instanceof GridSelection;
    for (OwnedRegion owned : regions) {
      for (Part part : owned.parts()) {
        if (part.dense() && part.source().count(part.tile().position())) {
          counters.judged(part.outcome());
        }
      }
      if (!byTile) {
        // Tiles that newer fragments hide are not outside; see DenseQuery.tilesOutside.
        query.touching(owned.region()).stream()
            .filter(DenseSource::dense)
            .forEach(source -> source.count(source.position(owned.region())));
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
    long ahead = scope.readsFast() ? tiles.storedVarBytes() : tiles.storedBytes();
    return batchBytes()
        + PointRegion.CELL_BYTES * listedCells
        + tiles.sparseBytes()
        + tiles.decodedVarBytes()
        + Math.min(ahead, scope.aheadBytes())
        + tiles.taskBytes(scope);
  }

  /**
   * Returns the estimated size of the batch in bytes. Variable-size cells count with their average
   * size in the tiles.
   */
  private long batchBytes() {
    double share = Math.min(1.0, (double) cells / query.grid().cellsPerTile());
    long copies = query.filter() == null ? 1 : 2;
    return fixedBytes(query, cells) + copies * (long) (tiles.varBytes() * share);
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
   * Returns the memory that a batch needs for parts whose size does not depend on the values: cells
   * of fixed size, positions of variable-size cells, and the marks and indexes of selected cells.
   *
   * @param cells the number of cells in the batch
   */
  static long fixedBytes(DenseQuery query, long cells) {
    boolean filtered = query.filter() != null;
    boolean leavesOut = filtered && query.filter().leavesOut();
    long perCell = 0;
    long varOutputs = 0;
    for (int f = 0; f < query.fields().size(); f++) {
      OutputField field = query.fields().get(f);
      boolean output = f < query.outputs();
      perCell += (leavesOut && output ? 2 : 1) * field.fixedBytes();
      perCell += field.isVar() ? 2L * Integer.BYTES : 0;
      varOutputs += output && field.isVar() ? 1 : 0;
    }
    perCell += filtered ? CellMask.bytes(query, 1) : 0;
    perCell += leavesOut ? 2L * Integer.BYTES * (1 + varOutputs) : 0;
    return cells * perCell;
  }

  /**
   * Reads the batch.
   *
   * @param limit the maximum number of cells to return
   */
  Batch run(long limit) {
    tiles.loadSparse(scope);
    FieldSet outputs = outputs();
    if (query.filter() == null) {
      DenseColumns target = new DenseColumns(query, tiles, cells, outputs, scope);
      target.copy(all(outputs));
      return batch(target, limit);
    }
    List<OwnedRegion> undecided = regions.stream().filter(OwnedRegion::undecided).toList();
    FieldSet tested = tested();
    FieldSet fields = undecided.isEmpty() ? outputs : set(f -> outputs.has()[f] || tested.has()[f]);
    FieldSet untested = set(f -> outputs.has()[f] && !tested.has()[f]);
    DenseColumns target = new DenseColumns(query, tiles, cells, fields, scope);
    CellMask mask = mask(undecided, tested, target);
    target.copy(
        regions.stream()
            .map(region -> work(region, mask, region.undecided() ? untested : outputs))
            .filter(this::counts)
            .toList());
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
    new DenseColumns(query, tiles, targets, scope).copy(all(outputs()));
  }

  /** Returns the work for all regions. */
  private List<DenseColumns.Work> all(FieldSet fields) {
    return regions.stream().map(region -> work(region, fields)).toList();
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
  private CellMask mask(List<OwnedRegion> undecided, FieldSet tested, DenseColumns target) {
    CellMask mask = new CellMask(query, tiles, cells);
    addCandidates(mask, undecided);
    if (!undecided.isEmpty()) {
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

  /** Returns the fields of the result. */
  private FieldSet outputs() {
    return set(f -> f < query.outputs());
  }

  /** Returns the fields that the filter needs. */
  private FieldSet tested() {
    boolean[] tested = new boolean[query.fields().size()];
    for (int column : query.filter().columns()) {
      tested[column] = true;
    }
    return set(f -> tested[f]);
  }

  private FieldSet set(IntPredicate contains) {
    boolean[] has = new boolean[query.fields().size()];
    for (int f = 0; f < has.length; f++) {
      has[f] = contains.test(f);
    }
    return FieldSet.of(query.fields(), has);
  }

  /** Returns whether a region contributes cells to the result. */
  private boolean counts(DenseColumns.Work work) {
    return !leavesOut() || work.gaps() || !work.parts().isEmpty();
  }

  /**
   * Returns the work for a region whose given fields are copied from all fragments that may
   * contribute.
   */
  private static DenseColumns.Work work(OwnedRegion owned, FieldSet fields) {
    return new DenseColumns.Work(owned.region(), owned.wanted(), owned.gaps(), fields);
  }

  /**
   * Returns the work that remains for a region after the selected cells are known.
   *
   * @param fields the fields that were not copied yet
   */
  private DenseColumns.Work work(OwnedRegion owned, CellMask mask, FieldSet fields) {
    if (!owned.divided()) {
      return owned.outcome() == Coverage.ALL
          ? work(owned, fields)
          : new DenseColumns.Work(owned.region(), List.of(), !leavesOut(), fields);
    }
    List<Part> parts = owned.wanted().stream().filter(mask::any).toList();
    return new DenseColumns.Work(owned.region(), parts, owned.wantsGaps(), fields);
  }
}
