package io.azulejo.internal.read.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.request.RequestedCells;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.ReadDescription;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.SizeBounds;
import io.azulejo.internal.read.tile.TileAggregator;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.query.SizeBound;
import io.azulejo.query.TileRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Plans a read of a sparse array. It selects the tiles that may contribute cells and the conditions
 * that their cells must meet.
 */
public final class SparsePlan implements CellPlan {
  /**
   * Maximum number of tiles to choose from in the calling thread. Waking another thread would take
   * longer.
   */
  private static final int FEW_TILES = 1000;

  private final Snapshot snapshot;
  private final ReadRequest request;
  private final Layout layout;
  private final ReadScope scope;
  private final SparseQuery query;
  private final List<SparseFragment> fragments;
  private final FragmentOverlaps overlaps;
  private final List<SparseTile> tiles;

  /** Plans a read and loads the metadata that it needs. */
  public SparsePlan(Snapshot snapshot, ResolvedRequest resolved, ReadScope scope) {
    this(snapshot, resolved, scope, isSorted(resolved.layout()));
  }

  /** Plans a read that returns each cell once in any order, even if several ranges contain it. */
  public static SparsePlan once(Snapshot snapshot, ResolvedRequest resolved, ReadScope scope) {
    return new SparsePlan(snapshot, resolved, scope, false);
  }

  private SparsePlan(
      Snapshot snapshot, ResolvedRequest resolved, ReadScope scope, boolean mayRepeat) {
    this.snapshot = snapshot;
    this.request = resolved.request();
    this.layout = resolved.layout();
    this.scope = scope;
    ArraySchema schema = snapshot.schema().schema();
    SparseSelection selection = selection(schema, resolved.cells(), mayRepeat);
    SparseConditions conditions =
        SparseConditions.of(snapshot, resolved.condition(), Optional.empty(), resolved.fields());
    List<Fragment> touched =
        conditions.excludeAll()
            ? List.of()
            : selection.candidates(snapshot.index()).stream()
                .filter(selection::touches)
                .map(f -> f.withStorage(scope.storage()))
                .toList();
    query = query(snapshot, resolved.fields().size(), selection, conditions.columns(), touched);
    IntFunction<SparseFragment> ready =
        age -> {
          Fragment fragment = touched.get(age);
          SparseFragment.Needs needs = query.needs(fragment, conditions.of(fragment));
          return new SparseFragment(fragment, age, needs, snapshot.key());
        };
    // If all metadata is in memory, waking threads is not worthwhile.
    fragments =
        touched.stream().allMatch(Fragment::hasTablesInMemory)
            ? IntStream.range(0, touched.size()).mapToObj(ready).toList()
            : scope.io(touched.size(), ready);
    overlaps = new FragmentOverlaps(fragments, schema.dimensions());
    long candidates = snapshot.index().tiles();
    scope.counters().add(Cost.TILES, candidates);
    scope
        .counters()
        .add(conditions.excludeAll() ? Cost.TILES_PRUNED : Cost.TILES_OUTSIDE, candidates);
    request.tiles().ifPresent(this::checkTiles);
    tiles = choose();
  }

  private static boolean isSorted(Layout layout) {
    return layout == Layout.ROW_MAJOR || layout == Layout.COL_MAJOR;
  }

  private SparseSelection selection(ArraySchema schema, RequestedCells cells, boolean mayRepeat) {
    List<Dimension> dimensions = schema.dimensions();
    if (cells.points() != null) {
      return new PointCells(cells.points(), dimensions.size());
    }
    DimensionRanges[] ranges = new DimensionRanges[dimensions.size()];
    boolean repeats = false;
    for (int d = 0; d < ranges.length; d++) {
      List<Range> wanted = cells.ranges().get(d);
      if (wanted == null && schema.currentDomain().isPresent()) {
        wanted = List.of(schema.currentDomain().get().get(d));
      }
      ranges[d] =
          wanted == null
              ? DimensionRanges.everything(dimensions.get(d))
              : DimensionRanges.of(dimensions.get(d), wanted);
      if (layout == Layout.GLOBAL_ORDER && ranges[d].merged() > 1) {
        throw DimensionRanges.manyRanges(dimensions.get(d), ranges[d].merged());
      }
      repeats |= mayRepeat && ranges[d].repeats();
    }
    return new RangeSelection(schema, ranges, repeats);
  }

  private SparseQuery query(
      Snapshot snapshot,
      int outputs,
      SparseSelection selection,
      List<OutputField> columns,
      List<Fragment> touched) {
    ArraySchema schema = snapshot.schema().schema();
    boolean unique =
        !schema.allowsDuplicates()
            && (touched.stream().anyMatch(f -> f.footer().timestamps())
                || !NonEmptyDomain.areApart(schema, touched));
    CellKeys order = layout == Layout.UNORDERED && !unique ? null : new CellKeys(schema, layout);
    return new SparseQuery(
        schema.dimensions(), columns, outputs, selection, snapshot.times(), order, unique, false);
  }

  /**
   * Chooses tiles that may have cells of the result or may hide older cells: first by their
   * bounding boxes, then by statistics. Each chosen tile keeps the conditions that its cells must
   * still be tested against.
   */
  private List<SparseTile> choose() {
    List<SparseFragment> newestFirst = new ArrayList<>(fragments);
    if (query.order() != null) {
      newestFirst.sort(Comparator.comparingInt(SparseFragment::age).reversed());
    }
    List<SparseTile> chosen = new ArrayList<>();
    if (newestFirst.stream().mapToLong(f -> f.fragment().tiles()).sum() <= FEW_TILES) {
      newestFirst.forEach(fragment -> chosen.addAll(choose(fragment)));
      return chosen;
    }
    for (List<SparseTile> some : scope.compute(newestFirst, this::choose)) {
      chosen.addAll(some);
    }
    return chosen;
  }

  private List<SparseTile> choose(SparseFragment fragment) {
    List<SparseTile> found = asked(fragment, query.selection().tiles(fragment));
    List<SparseTile> chosen = new ArrayList<>();
    long pruned = 0;
    long tested = 0;
    for (SparseTile any : found) {
      SparseTile tile = fragment.conditions().isEmpty() ? any : any.testedByStatistics();
      if (!tile.allCellsFail() || mayHide(tile)) {
        chosen.add(tile);
      }
      pruned += tile.allCellsFail() ? 1 : 0;
      tested += !tile.allCellsFail() && tile.isTested() ? 1 : 0;
    }
    ReadCounters counters = scope.counters();
    counters.add(Cost.TILES_OUTSIDE, -found.size());
    counters.add(Cost.TILES_PRUNED, pruned);
    counters.add(Cost.TILES_TESTED, tested);
    counters.add(Cost.TILES_MATCHING, found.size() - pruned - tested);
    return chosen;
  }

  /** Returns the tiles that the request names explicitly, or all if it does not name any. */
  private List<SparseTile> asked(SparseFragment fragment, List<SparseTile> found) {
    if (request.tiles().isEmpty()) {
      return found;
    }
    String name = fragment.fragment().name().text();
    List<TileRange> ranges =
        request.tiles().get().stream().filter(range -> range.fragment().equals(name)).toList();
    return found.stream()
        .filter(
            tile ->
                ranges.stream()
                    .anyMatch(
                        range -> range.first() <= tile.number() && tile.number() <= range.last()))
        .toList();
  }

  /**
   * Checks that the requested tile ranges can be read on their own.
   *
   * @throws NotFoundException if a named fragment is not visible
   * @throws InvalidRequestException if cells in other tiles may hide the requested ones
   */
  private void checkTiles(List<TileRange> ranges) {
    Set<String> seen = new HashSet<>();
    snapshot.fragments().forEach(fragment -> seen.add(fragment.name().text()));
    for (TileRange range : ranges) {
      if (!seen.contains(range.fragment())) {
        throw new NotFoundException(
            "fragment %s is not visible at these times".formatted(range.fragment()));
      }
    }
    if (query.uniqueCells()) {
      throw new InvalidRequestException(
          "tiles of fragments cannot be read alone, because other fragments may have"
              + " newer cells; request ranges of coordinates");
    }
  }

  /** Returns whether only the newest of several cells with the same coordinates counts. */
  public boolean uniqueCells() {
    return query.uniqueCells();
  }

  /** Returns the tiles that may have cells of the result, by fragment age and tile number. */
  public List<SparseTile> tiles() {
    List<SparseTile> some = new ArrayList<>(tiles);
    some.removeIf(tile -> tile.allCellsFail());
    some.sort(
        Comparator.comparingInt((SparseTile tile) -> tile.owner().age())
            .thenComparingInt(SparseTile::number));
    return some;
  }

  /** Returns the decoded size of a tile's output fields in bytes. */
  public long projectedBytes(SparseTile tile) {
    return tile.owner().projectedBytes(tile.number(), tile.cells(), query.outputs());
  }

  /** Returns whether a tile may hide older cells at the same coordinates. */
  private boolean mayHide(SparseTile tile) {
    if (!query.uniqueCells()) {
      return false;
    }
    Fragment owner = tile.owner().fragment();
    return owner.footer().timestamps()
        || overlaps.any(
            tile,
            other -> Long.compareUnsigned(other.fragment().name().t1(), owner.name().t2()) <= 0);
  }

  /** Returns the tiles that must be read because statistics cannot answer for them. */
  private List<SparseTile> unanswered(TileAggregator answers) {
    Map<Fragment, BitSet> whole = new LinkedHashMap<>();
    for (SparseTile tile : tiles) {
      if (takesWhole(tile)) {
        whole.computeIfAbsent(tile.owner().fragment(), f -> new BitSet()).set(tile.number());
      }
    }
    answers.takeTiles(whole, scope);
    List<SparseTile> left = new ArrayList<>(tiles);
    left.removeIf(
        tile -> {
          BitSet answered = whole.get(tile.owner().fragment());
          return answered != null && answered.get(tile.number());
        });
    return left;
  }

  /**
   * Returns whether the result contains each cell of a tile exactly once, whatever its values. The
   * tile's statistics then apply to the result.
   */
  private boolean takesWhole(SparseTile tile) {
    return tile.covered()
        && tile.conditions().isEmpty()
        && !query.cutsTimes(tile.owner().fragment())
        && tile.owner().deletions() == null
        && !query.selection().repeats()
        && !(query.uniqueCells() && mayBeHiddenOrHide(tile));
  }

  private boolean mayBeHiddenOrHide(SparseTile tile) {
    return tile.owner().fragment().footer().timestamps() || overlaps.any(tile, other -> true);
  }

  @Override
  public Batches reader() {
    return reader(tiles);
  }

  /**
   * Returns a reader of the cells in tiles that statistics cannot answer for.
   *
   * @param answers takes over tiles and fragments whose statistics are sufficient
   */
  public Batches reader(TileAggregator answers) {
    List<SparseTile> left = unanswered(answers);
    return left.isEmpty() ? Batches.NONE : reader(left);
  }

  /**
   * Returns a reader of some of the tiles. They must include all tiles that may hide cells of the
   * others.
   */
  private Batches reader(List<SparseTile> some) {
    if (scope.showsProgress()) {
      scope.planned(some.stream().mapToLong(SparseTile::storedBytes).sum());
    }
    return new SparseReader(query, some, slabBytes(some), request.limit(), scope);
  }

  @Override
  public PlannedRead describe() {
    long step = slabBytes(tiles);
    long bytes = tiles.stream().mapToLong(tile -> tile.bytes()).sum();
    long cells =
        tiles.stream().filter(tile -> !tile.allCellsFail()).mapToLong(tile -> tile.cells()).sum();
    return new ReadDescription(
        false,
        new ReadDescription.CellOrder(layout, query.uniqueCells(), describeOrder()),
        new ReadDescription.FragmentCounts(snapshot.fragments().size(), fragments.size()),
        scope.counters().plannedTiles(),
        storedBytesByField(),
        new ReadDescription.Portions(
            Math.min(cells, request.limit()), scope.batchBytes(), (bytes + step - 1) / step),
        List.of());
  }

  /** Returns upper bounds of the sizes of the output fields. */
  public Map<String, SizeBound> sizes() {
    long times = query.selection().maxMultiplicity();
    SizeBounds bounds = new SizeBounds(query.fields());
    long cells = 0;
    for (SparseTile tile : tiles) {
      if (!tile.allCellsFail()) {
        cells = SizeBounds.sum(cells, SizeBounds.product(tile.cells(), times));
        tile.owner().addSizes(tile.number(), tile.cells(), times, bounds, query.fields());
      }
    }
    return bounds.of(Math.min(cells, request.limit()));
  }

  private String describeOrder() {
    String order = query.order() == null ? "cells in storage order" : "cells sorted in memory";
    if (snapshot.schema().schema().allowsDuplicates()) {
      return order + ", duplicates included";
    }
    return order
        + (query.uniqueCells()
            ? ", only the newest cell at each place"
            : ", no duplicates because fragments do not overlap");
  }

  private Map<String, Long> storedBytesByField() {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (SparseTile tile : tiles) {
      tile.owner().addStoredBytes(tile.number(), bytes);
    }
    return bytes;
  }

  /**
   * Returns the size limit of a slab in bytes. In an unordered read it is half a batch, so that one
   * slab is decoded while the caller works on the previous batch. If reads wait for a network, it
   * is a whole batch, because each slab starts with such a wait.
   */
  private long slabBytes(List<SparseTile> some) {
    if (query.order() == null) {
      return scope.readsFast() ? scope.batchBytes() / 2 : scope.batchBytes();
    }
    return SlabReader.sortedBytes(some, scope);
  }
}
