package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.dense.DenseColumns.FieldSet;
import io.azulejo.internal.read.dense.DenseColumns.Work;
import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
  private final StepMemory memory;
  private final ReadScope scope;

  /** Regions whose cells must be tested. */
  private final List<OwnedRegion> undecided = new ArrayList<>();

  /** Other regions with cells of the result. Which cells these are is known without a test. */
  private final List<OwnedRegion> decided = new ArrayList<>();

  /** Number of cells in regions that list their cells one by one. */
  private long listedCells;

  /**
   * Creates a step, finds the tiles that it needs, and counts them.
   *
   * @param byTile whether the result has cells of all tiles that overlap the ranges; see {@link
   *     TouchedTiles#outside}
   * @param cells the number of cells in the batch; 0 if the caller supplies the targets
   */
  DenseStep(
      DenseQuery query, List<TileRegion> regions, boolean byTile, int cells, ReadScope scope) {
    this.scope = scope;
    this.query = query;
    this.cells = cells;
    this.tiles = new DecodedTiles(query);
    this.memory = new StepMemory(query);
    this.regions = new ArrayList<>(regions.size());
    for (TileRegion region : regions) {
      add(tiles.own(region), byTile);
    }
    tiles.dense().forEach(tile -> memory.add(tile.readers(), tile.position()));
    tiles.countSparse(scope.counters(), query.filter() != null);
  }

  private void add(OwnedRegion owned, boolean byTile) {
    TileRegion region = owned.region();
    regions.add(owned);
    listedCells += region instanceof PointRegion ? region.cells() : 0;
    if (owned.outcome() != Coverage.NONE) {
      (owned.undecided() ? undecided : decided).add(owned);
      tiles.add(owned.parts());
    }
    for (Part part : owned.parts()) {
      if (part.dense() && part.source().count(part.tile().position())) {
        scope.counters().judged(part.outcome());
      }
    }
    if (!byTile) {
      // Tiles that newer fragments hide are not outside.
      query.touching(region).stream()
          .filter(DenseSource::dense)
          .forEach(source -> source.count(source.position(region)));
    }
  }

  /** Returns whether the step is known to return no cells. */
  boolean isEmpty() {
    return leavesOut() && undecided.isEmpty() && decided.isEmpty();
  }

  private boolean leavesOut() {
    return query.filter() != null && query.filter().leavesOut();
  }

  /**
   * Returns the memory that the step needs, in bytes: the batch, and the fetched and decoded data.
   */
  long bytes() {
    return memory.bytes(cells, listedCells, scope) + tiles.sparseBytes();
  }

  /** Checks that the stored tiles have the sizes that the fragment metadata states. */
  void checkSizes() {
    tiles.checkSizes(scope);
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
      DenseColumns target = columns(outputs, null);
      target.copy(all(outputs));
      return batch(target, limit);
    }
    FieldSet tested = set(f -> IntStream.of(query.filter().columns()).anyMatch(c -> c == f));
    FieldSet fields = undecided.isEmpty() ? outputs : set(f -> outputs.has()[f] || tested.has()[f]);
    FieldSet untested = set(f -> outputs.has()[f] && !tested.has()[f]);
    DenseColumns target = columns(fields, null);
    CellMask mask = mask(tested, target);
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
    columns(outputs(), targets).copy(all(outputs()));
  }

  private DenseColumns columns(FieldSet fields, @Nullable List<FieldTarget> given) {
    return new DenseColumns(query, tiles, cells, fields, given, memory.lanes(scope), scope);
  }

  /** Returns the work for all regions. */
  private List<Work> all(FieldSet fields) {
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
  private CellMask mask(FieldSet tested, DenseColumns target) {
    CellMask mask = new CellMask(query, tiles, cells);
    addCandidates(mask, undecided);
    if (!undecided.isEmpty()) {
      target.copy(undecided.stream().map(region -> work(region, tested)).toList());
      mask.test(target.tested(query.filter().columns()), scope);
    }
    addCandidates(mask, decided);
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

  private FieldSet set(IntPredicate contains) {
    return FieldSet.of(query.fields(), contains);
  }

  /** Returns whether a region contributes cells to the result. */
  private boolean counts(Work work) {
    return !leavesOut() || work.gaps() || !work.parts().isEmpty();
  }

  /**
   * Returns the work for a region whose given fields are copied from all fragments that may
   * contribute.
   */
  private static Work work(OwnedRegion owned, FieldSet fields) {
    return new Work(owned.region(), owned.wanted(), owned.gaps(), fields);
  }

  /**
   * Returns the work that remains for a region after the selected cells are known.
   *
   * @param fields the fields that were not copied yet
   */
  private Work work(OwnedRegion owned, CellMask mask, FieldSet fields) {
    if (!owned.divided()) {
      return owned.outcome() == Coverage.ALL
          ? work(owned, fields)
          : new Work(owned.region(), List.of(), !leavesOut(), fields);
    }
    List<Part> parts = owned.wanted().stream().filter(mask::any).toList();
    return new Work(owned.region(), parts, owned.wantsGaps(), fields);
  }
}
