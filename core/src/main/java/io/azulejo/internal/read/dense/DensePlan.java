package io.azulejo.internal.read.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.request.RequestedCells;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadDescription;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.SizeBounds;
import io.azulejo.internal.read.tile.TileAggregator;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.query.Batch;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.query.SizeBound;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Plans a read of a dense array, and describes the plan or carries it out. */
public final class DensePlan implements CellPlan {
  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ResolvedRequest resolved;
  private final List<OutputField> outputs;
  private final RequestedCells cells;
  private final DenseFilter.Kept kept;
  private final ReadScope scope;
  private final TileGrid grid;

  /** Fragments with a non-empty domain. */
  private final List<Fragment> written;

  /** Ranges to read in each dimension. If points are requested, their bounding ranges. */
  private final List<List<Range>> wanted;

  private final DenseSelection selection;

  /** The ranges of {@link #wanted}; null until they are needed. */
  private DimensionRanges @Nullable [] ranges;

  /**
   * Creates a plan.
   *
   * @param kept which of the requested cells are part of the result
   * @throws InvalidRequestException if the ranges do not fit the layout, or contain too many
   *     coordinates
   */
  public DensePlan(
      Snapshot snapshot, ResolvedRequest resolved, DenseFilter.Kept kept, ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.resolved = resolved;
    this.outputs = resolved.fields();
    this.cells = resolved.cells();
    this.kept = kept;
    this.scope = scope;
    this.grid = TileGrid.of(schema);
    this.written = new ArrayList<>();
    for (Fragment fragment : snapshot.fragments()) {
      if (fragment.nonEmptyDomain().isPresent()) {
        written.add(fragment);
      }
    }
    this.wanted = wanted(resolved.layout());
    this.selection = selection();
  }

  @Override
  public Batches reader() {
    SmallBox small = scope.showsProgress() ? null : smallBox();
    boolean whole =
        small != null && BigInteger.valueOf(resolved.request().limit()).compareTo(count()) >= 0;
    return whole ? small.reader(this::plainReader) : plainReader();
  }

  private Batches plainReader() {
    DenseQuery query = query();
    if (scope.showsProgress()) {
      Map<String, Long> bytes = storedBytes(query, touched(query));
      scope.planned(bytes.values().stream().mapToLong(Long::longValue).sum());
    }
    return reader(query, resolved.request().limit());
  }

  @Override
  public PlannedRead describe() {
    DenseQuery query = query();
    List<TouchedTiles> touched = touched(query);
    if (query.filter() == null) {
      long tiles = touched.stream().mapToLong(TouchedTiles::count).sum();
      scope.counters().add(Cost.TILES_MATCHING, tiles);
    } else {
      touched.forEach(tiles -> tiles.judge(scope.counters()));
    }
    long cells = count().min(BigInteger.valueOf(resolved.request().limit())).longValue();
    long perCell = 0;
    for (OutputField field : outputs) {
      perCell += field.fixedBytes();
    }
    long cellsPerStep = Math.max(1, scope.batchBytes() / Math.max(1, perCell));
    long steps = cells == 0 ? 0 : 1 + cells / cellsPerStep;
    return new ReadDescription(
        true,
        new ReadDescription.CellOrder(
            resolved.layout(),
            touched.size() > 1,
            "each cell has the value from the newest fragment that contains it"),
        new ReadDescription.FragmentCounts(snapshot.fragments().size(), touched.size()),
        scope.counters().plannedTiles(),
        storedBytes(query, touched),
        new ReadDescription.Portions(cells, scope.batchBytes(), steps),
        List.of());
  }

  /** Returns an upper bound on the size of each field in the result. */
  public Map<String, SizeBound> sizes() {
    DenseQuery query = query();
    DenseFilter filter = query.filter();
    boolean filled = filter == null || !filter.leavesOutGaps();
    List<TouchedTiles> touched = touched(query);
    // A point is returned only once.
    long times = cells.points() == null ? DimensionRanges.maxMultiplicity(ranges()) : 1;
    long count = count().min(BigInteger.valueOf(resolved.request().limit())).longValue();
    SizeBounds bounds = new SizeBounds(outputs);
    for (int i = 0; i < outputs.size(); i++) {
      OutputField output = outputs.get(i);
      if (output.isVar()) {
        int index = i;
        boolean lacking = false;
        for (TouchedTiles tiles : touched) {
          lacking |= !tiles.forEachSize(output.name(), size -> bounds.add(index, size, times));
        }
        if (filled || lacking) {
          bounds.add(i, output.fill().length, count);
        }
      }
    }
    return bounds.of(count);
  }

  private static Map<String, Long> storedBytes(DenseQuery query, List<TouchedTiles> touched) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (TouchedTiles tiles : touched) {
      for (int f = 0; f < query.fields().size(); f++) {
        OutputField field = query.fields().get(f);
        if (!field.isDimension()) {
          bytes.merge(field.name(), tiles.storedBytes(f), Long::sum);
        }
      }
      if (tiles.coordinateBytes() > 0) {
        bytes.merge(PlannedRead.COORDINATES, tiles.coordinateBytes(), Long::sum);
      }
    }
    return bytes;
  }

  /**
   * Returns the number of coordinates in each dimension. If points are requested, returns a single
   * element, the number of points.
   *
   * @throws InvalidRequestException if the cells do not fit into one Java array
   */
  public List<Integer> shape() {
    DenseSelection.Box everything = selection.everything();
    if (everything.cells() > Integer.MAX_VALUE - 8) {
      throw new InvalidRequestException(
          "%s cells do not fit into one Java array; read parts of less than 2^31 cells, or batches"
              .formatted(count()));
    }
    List<Integer> shape = new ArrayList<>();
    for (int d = 0; d < everything.from().length; d++) {
      shape.add((int) (everything.until()[d] - everything.from()[d]));
    }
    return shape;
  }

  /**
   * Returns the box of the requested cells. Empty if the read has several ranges or a step in a
   * dimension, has points, or selects no cells.
   */
  public Optional<NDRange> box() {
    DenseSelection.Box everything = selection.everything();
    return everything.cells() == 0 ? Optional.empty() : selection.range(everything);
  }

  /**
   * Reads all cells into targets of the caller.
   *
   * @param targets the targets, one for each field of the result; each holds one value per cell in
   *     the order of the layout, which must be row-major or column-major
   */
  public void copyTo(List<FieldTarget> targets) {
    SmallBox small = smallBox();
    if (small != null && small.copyTo(targets)) {
      return;
    }
    DenseQuery query = query();
    if (query.filter() == null) {
      reader(query, Long.MAX_VALUE).copyTo(targets);
      return;
    }
    int place = 0;
    try (Batches batches = reader(query, Long.MAX_VALUE)) {
      for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
        for (int f = 0; f < targets.size(); f++) {
          targets.get(f).copy(batch.column(f), place);
        }
        place += batch.rows();
      }
    }
  }

  /** Returns the short path of this read, or null if it must take the plain path. */
  private @Nullable SmallBox smallBox() {
    return resolved.condition().isPresent() || DenseFilter.of(null, kept, outputs) != null
        ? null
        : SmallBox.of(snapshot, grid, selection, outputs, written, scope);
  }

  /**
   * Returns a reader of the cells that remain after tiles are aggregated from their statistics.
   *
   * @param answers receives the tiles and fragments whose statistics can be used
   */
  public Batches reader(TileAggregator answers) {
    DenseQuery query = query();
    boolean eachOnce =
        cells.points() == null
            && Arrays.stream(ranges()).noneMatch(DimensionRanges::repeats)
            && wanted(Layout.ROW_MAJOR).stream()
                .flatMap(List::stream)
                .noneMatch(DensePlan::leavesOut);
    if (eachOnce) {
      new WholeTiles(query, ranges(), schema.dimensions().get(0).type()).answer(answers, scope);
      if (query.filter().leavesOutGaps()
          && query.sources().stream().allMatch(DenseSource::isAnswered)) {
        return Batches.NONE;
      }
    }
    return reader(query, resolved.request().limit());
  }

  private DenseReader reader(DenseQuery query, long limit) {
    return new DenseReader(
        query, selection, cells.points() == null ? ranges() : null, limit, scope);
  }

  private List<TouchedTiles> touched(DenseQuery query) {
    return TouchedTiles.of(query, ranges());
  }

  private static boolean leavesOut(Range range) {
    return Range.Strided.of(range).step() != 1;
  }

  private DimensionRanges[] ranges() {
    if (ranges == null) {
      ranges = new DimensionRanges[wanted.size()];
      for (int d = 0; d < ranges.length; d++) {
        ranges[d] = DimensionRanges.of(schema.dimensions().get(d), wanted.get(d));
      }
    }
    return ranges;
  }

  /** Loads the fragment metadata that the read needs. */
  private DenseQuery query() {
    List<Fragment> fragments = touching();
    scope.counters().add(Cost.TILES, tiles(snapshot.fragments()));
    long untouched = tiles(snapshot.fragments()) - tiles(fragments);
    scope.counters().add(matchesNothing() ? Cost.TILES_PRUNED : Cost.TILES_OUTSIDE, untouched);
    List<OutputField> fields = fields();
    DenseFilter filter = DenseFilter.of(resolved.condition().orElse(null), kept, fields);
    int[] tested = filter == null ? new int[0] : filter.columns();
    List<DenseSource> sources =
        scope.io(
            fragments.size(),
            age ->
                new DenseSource(
                    fragments.get(age), age, schema, grid, fields, tested, snapshot.key()));
    return DenseQuery.of(grid, fields, outputs.size(), filter, sources);
  }

  /** Returns whether the result is known to omit all cells that no fragment contains. */
  public boolean leavesOutGaps() {
    DenseFilter filter = DenseFilter.of(resolved.condition().orElse(null), kept, fields());
    return filter != null && filter.leavesOutGaps();
  }

  /** Returns the fragments that may contain requested cells, the oldest first. */
  public List<Fragment> touching() {
    return (matchesNothing() ? List.<Fragment>of() : written)
        .stream()
            .filter(f -> DimensionRanges.touch(schema, f, ranges()))
            .map(f -> f.withStorage(scope.storage()))
            .toList();
  }

  /** Returns whether the condition is false for every cell. */
  private boolean matchesNothing() {
    return resolved.condition().isPresent() && resolved.condition().get().alwaysFalse();
  }

  private static long tiles(List<Fragment> fragments) {
    return fragments.stream().mapToLong(Fragment::tiles).sum();
  }

  /** Returns the fields of the result, followed by other fields that the condition needs. */
  private List<OutputField> fields() {
    List<OutputField> fields = new ArrayList<>(outputs);
    for (OutputField field : resolved.condition().map(BoundCondition::fields).orElse(List.of())) {
      if (outputs.stream().noneMatch(output -> output.name().equals(field.name()))) {
        fields.add(field);
      }
    }
    return fields;
  }

  /**
   * Returns the ranges to read in each dimension. If the request has none, these cover the
   * non-empty domain.
   */
  public List<List<Range>> wanted() {
    return wanted;
  }

  /**
   * Returns the estimated size of a cell of the result, in bytes. Variable-size fields count with
   * their average size in the fragments that overlap the ranges.
   */
  public double bytesPerCell() {
    List<OutputField> texts = outputs.stream().filter(OutputField::isVar).toList();
    List<Fragment> fragments = texts.isEmpty() ? List.of() : touching();
    scope.io(
        fragments,
        fragment -> {
          fragment.load(
              texts.stream().flatMap(text -> fragment.field(text.name()).stream()).toList(), false);
          return fragment;
        });
    double bytes = 0;
    for (OutputField field : outputs) {
      bytes += field.fixedBytes();
      double values = 0;
      double stored = 0;
      for (Fragment fragment : field.isVar() ? fragments : List.<Fragment>of()) {
        Optional<FieldStorage> storage = fragment.field(field.name());
        if (storage.isPresent()) {
          values += LongStream.of(fragment.varSizes(storage.get())).asDoubleStream().sum();
          stored += fragment.storedCells();
        }
      }
      bytes += stored == 0 ? 0 : values / stored;
    }
    return bytes;
  }

  /** Returns the number of requested cells. Cells in several ranges count once per range. */
  public BigInteger count() {
    DenseSelection.Box everything = selection.everything();
    BigInteger count = BigInteger.ONE;
    for (int d = 0; d < everything.from().length; d++) {
      count = count.multiply(BigInteger.valueOf(everything.until()[d] - everything.from()[d]));
    }
    return count;
  }

  private List<List<Range>> wanted(Layout layout) {
    Optional<NDRange> everything = NonEmptyDomain.of(schema, written);
    List<List<Range>> wanted = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      List<Range> given = cells.ranges().get(d);
      if (cells.points() != null) {
        wanted.add(cells.points().hull(d));
      } else if (cells.everything()) {
        int index = d;
        wanted.add(everything.map(box -> List.of(box.get(index))).orElse(List.of()));
      } else if (given == null) {
        wanted.add(List.of(domain(dimension, d)));
      } else {
        wanted.add(
            layout == Layout.GLOBAL_ORDER
                ? List.of(DimensionRanges.oneRange(dimension, given))
                : given);
      }
    }
    return wanted;
  }

  private Range domain(Dimension dimension, int d) {
    return schema
        .currentDomain()
        .map(box -> box.get(d))
        .orElseGet(() -> dimension.domain().orElseThrow());
  }

  private DenseSelection selection() {
    if (cells.points() != null) {
      return new PointSelection(grid, cells.points().keys(), resolved.layout());
    }
    List<DenseAxis> axes = new ArrayList<>();
    for (int d = 0; d < wanted.size(); d++) {
      axes.add(new DenseAxis(grid, d, wanted.get(d)));
    }
    return new GridSelection(grid, axes, resolved.layout());
  }
}
