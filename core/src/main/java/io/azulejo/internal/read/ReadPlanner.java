package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.aggregate.AggregateFields;
import io.azulejo.internal.read.aggregate.AggregateRun;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.dense.DenseFilter;
import io.azulejo.internal.read.dense.DensePlan;
import io.azulejo.internal.read.label.LabelArray;
import io.azulejo.internal.read.label.LabelPlan;
import io.azulejo.internal.read.label.LabelRanges;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RequestedCells;
import io.azulejo.internal.read.request.RequestedFields;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparsePlan;
import io.azulejo.internal.read.split.Splits;
import io.azulejo.internal.read.statistics.StatisticsPlan;
import io.azulejo.internal.read.tile.AheadBatches;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.CellPlan;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Aggregation;
import io.azulejo.query.ArrayStatistics;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Grouping;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.SizeBound;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.Values;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Resolves a request against a snapshot and plans the read. The static methods carry out the plan
 * or describe it.
 */
public final class ReadPlanner {
  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final RequestedFields fields;
  private final ReadScope scope;
  private final Map<String, LabelArray> opened = new HashMap<>();

  private ReadPlanner(Snapshot snapshot, ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.fields = new RequestedFields(schema, snapshot.location());
    this.scope = scope;
  }

  /**
   * Starts a read.
   *
   * @param scope a scope for this read only; it is released when the reader ends or is closed
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static BatchReader read(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    EngineEvent.Started event = EngineEvent.READ.begin();
    if (event != null) {
      event.place(snapshot.location());
    }
    try {
      return new GuardedReader(
          new AheadBatches(
              scope.counters().waiting(() -> new ReadPlanner(snapshot, scope).batches(request)),
              scope),
          scope,
          event);
    } catch (RuntimeException | Error e) {
      scope.release();
      throw e;
    }
  }

  /**
   * Reads all cells of a request into arrays of the caller.
   *
   * @param fields the names of the fields to read
   * @param targets given the number of cells, returns the target arrays, one per field
   * @param scope a scope for this call only; it is released at the end
   * @return the array of the first target, with the shape, order and box of the cells
   * @throws InvalidRequestException if the request does not fit the array, or a target does not fit
   *     its field
   */
  public static Values<Object> readInto(
      Snapshot snapshot,
      ReadRequest request,
      List<String> fields,
      IntFunction<List<ReadTarget>> targets,
      ReadScope scope) {
    return run(
        snapshot,
        scope,
        planner -> scope.counters().waiting(() -> planner.readInto(request, fields, targets)));
  }

  /**
   * Describes how a read would be carried out. Loads fragment metadata, but does not read cells.
   *
   * @param scope a scope for this call only; it is released at the end
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static PlannedRead describe(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    return run(snapshot, scope, planner -> planner.plan(request).describe());
  }

  /**
   * Returns an upper bound on the size of each field in the result. Loads fragment metadata, but
   * does not read cells.
   *
   * @param scope a scope for this call only; it is released at the end
   * @throws InvalidRequestException if the request does not fit the array, or selects labels
   */
  public static Map<String, SizeBound> sizes(
      Snapshot snapshot, ReadRequest request, ReadScope scope) {
    return run(snapshot, scope, planner -> planner.sizes(request));
  }

  /**
   * Aggregates the cells of a request.
   *
   * @param scope a scope for this call only; it is released at the end
   * @return one row per group, with the grouping values followed by the aggregates; a single row of
   *     aggregates if the aggregation has no grouping
   * @throws InvalidRequestException if the request or the aggregation does not fit the array
   */
  public static Batch aggregate(
      Snapshot snapshot, ReadRequest request, Aggregation wanted, ReadScope scope) {
    return run(snapshot, scope, planner -> planner.aggregate(request, wanted));
  }

  /**
   * Reads the cells of a request and aggregates them in the same pass.
   *
   * @param consumer receives each batch; it must not keep the batch after it returns
   * @param scope a scope for this call only; it is released at the end
   * @return the result of the aggregation, as {@link #aggregate} returns it
   * @throws InvalidRequestException if the request does not fit the array, or an aggregate does not
   *     fit the selected fields
   */
  public static Batch aggregateAndRead(
      Snapshot snapshot,
      ReadRequest request,
      Aggregation wanted,
      Consumer<? super Batch> consumer,
      ReadScope scope) {
    try (BatchReader in = read(snapshot, request, scope)) {
      ReadPlanner planner = new ReadPlanner(snapshot, scope);
      AggregateFields aggregated = planner.aggregated(wanted, planner.fields.selected(request));
      try (AggregateRun run = new AggregateRun(aggregated, scope)) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          run.add(batch);
          consumer.accept(batch);
          in.recycle(batch);
        }
        return planner.having(wanted).apply(run.result());
      }
    }
  }

  /**
   * Returns the estimated size of a cell of a dense array, in bytes: the total of the requested
   * fields, which must not include labels. Loads metadata of the fragments in the requested ranges,
   * but does not read cells.
   *
   * @param scope a scope for this call only; it is released at the end
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static double bytesPerCell(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    return run(snapshot, scope, planner -> planner.bytesPerCell(request));
  }

  /**
   * Splits a read into parts.
   *
   * @param tiles receives the planned tile counts of all parts together
   * @param scope a scope for this call only; it is released at the end
   * @throws InvalidRequestException if the request does not fit the array, or has a limit
   */
  public static List<Split> splits(
      Snapshot snapshot,
      ReadRequest request,
      SplitOptions options,
      Consumer<? super PlannedRead.Tiles> tiles,
      ReadScope scope) {
    return run(
        snapshot,
        scope,
        planner -> {
          List<Split> splits = planner.splits(request, options);
          tiles.accept(scope.counters().plannedTiles());
          return splits;
        });
  }

  /**
   * Returns statistics of the given fields from fragment metadata, without reading cells.
   *
   * @param fields the names of the fields; duplicates are ignored
   * @param scope a scope for this call only; it is released at the end
   * @throws InvalidRequestException if a field does not exist or is a label
   */
  public static ArrayStatistics statistics(
      Snapshot snapshot, List<String> fields, ReadScope scope) {
    return run(snapshot, scope, planner -> planner.statistics(fields));
  }

  private static <R> R run(Snapshot snapshot, ReadScope scope, Function<ReadPlanner, R> work) {
    try {
      return work.apply(new ReadPlanner(snapshot, scope));
    } finally {
      scope.release();
    }
  }

  private double bytesPerCell(ReadRequest request) {
    ResolvedRequest resolved = resolve(request, fields.fields(fields.names(request)));
    return new DensePlan(snapshot, resolved, DenseFilter.Kept.ALL, scope).bytesPerCell();
  }

  private ArrayStatistics statistics(List<String> names) {
    return new StatisticsPlan(snapshot, scope)
        .answer(names.stream().distinct().map(fields::aggregated).toList());
  }

  private List<Split> splits(ReadRequest request, SplitOptions options) {
    if (request.limit() != Long.MAX_VALUE) {
      throw new InvalidRequestException(
          "limit of %d cells: splits do not divide a limit; omit it here, and set it for each part"
              .formatted(request.limit()));
    }
    List<String> names = fields.names(request);
    List<DimensionLabel> labels = fields.labels(names);
    if (!labels.isEmpty()) {
      LabelPlan plan = new LabelPlan(schema, labels.stream().map(this::label).toList());
      if (plan.isAlone(names)) {
        return List.of(Splits.whole(request, plan(request).describe()));
      }
      names = plan.cells(names);
    }
    ResolvedRequest resolved = resolve(request, fields.fields(names));
    CellPlan plan = plan(resolved);
    if (resolved.cells().points() != null) {
      return List.of(Splits.whole(request, plan.describe()));
    }
    return plan instanceof DensePlan dense
        ? Splits.of(schema, resolved, dense, options)
        : Splits.of(schema, resolved, (SparsePlan) plan, options);
  }

  private Batches batches(ReadRequest request) {
    if (request.limit() == 0) {
      resolve(request, fields.fields(fields.names(request)));
      return Batches.NONE;
    }
    return plan(request).reader();
  }

  private Values<Object> readInto(
      ReadRequest request, List<String> names, IntFunction<List<ReadTarget>> targets) {
    ReadRequest direct = DirectRead.request(schema, request);
    if (names.isEmpty()) {
      throw new InvalidRequestException("no field is selected; pass a target for at least one");
    }
    if (!fields.labels(names).isEmpty()) {
      throw new InvalidRequestException(
          "labels can only be read in batches with read: %s".formatted(names));
    }
    requireNoTiles(direct);
    ResolvedRequest resolved = resolve(direct, fields.fields(names));
    DensePlan plan = new DensePlan(snapshot, resolved, DenseFilter.Kept.ALL, scope);
    List<Integer> shape = new ArrayList<>(plan.shape());
    int cells = 1;
    for (int count : shape) {
      cells *= count;
    }
    List<ReadTarget> given = targets.apply(cells);
    plan.copyTo(DirectRead.targets(resolved.fields(), given, cells));
    scope.counters().add(Cost.CELLS_DELIVERED, cells);
    scope.ended();
    int valuesPerCell = resolved.fields().get(0).cellValNum();
    if (given.size() == 1 && valuesPerCell > 1) {
      shape.add(valuesPerCell);
    }
    return new ShapedValues(given.get(0).values(), shape, resolved.layout(), plan.box());
  }

  private record ShapedValues(
      Object values, List<Integer> shape, Layout layout, Optional<NDRange> box)
      implements Values<Object> {
    ShapedValues {
      shape = List.copyOf(shape);
    }
  }

  private Map<String, SizeBound> sizes(ReadRequest request) {
    List<String> names = fields.names(request);
    List<DimensionLabel> labels = fields.labels(names);
    if (!labels.isEmpty()) {
      throw new InvalidRequestException(
          "the size of label \"%s\" is not bounded; select other fields"
              .formatted(labels.get(0).name()));
    }
    CellPlan plan = plan(resolve(request, fields.fields(names)));
    return plan instanceof DensePlan dense ? dense.sizes() : ((SparsePlan) plan).sizes();
  }

  private CellPlan plan(ReadRequest request) {
    List<String> names = fields.names(request);
    List<DimensionLabel> labels = fields.labels(names);
    ResolvedRequest resolved = resolve(request, fields.fields(names));
    return labels.isEmpty() ? plan(resolved) : plan(resolved, names, labels);
  }

  private CellPlan plan(ResolvedRequest resolved) {
    if (!schema.isDense()) {
      return new SparsePlan(snapshot, resolved, scope);
    }
    requireNoTiles(resolved.request());
    return new DensePlan(snapshot, resolved, kept(resolved), scope);
  }

  private static void requireNoTiles(ReadRequest request) {
    if (request.tiles().isPresent()) {
      throw new InvalidRequestException(
          "tiles of a dense array cannot be selected; request ranges of coordinates");
    }
  }

  private static DenseFilter.Kept kept(ResolvedRequest resolved) {
    boolean any = resolved.condition().map(BoundCondition::alwaysTrue).orElse(true);
    return switch (resolved.request().cells().orElse(ReadRequest.Cells.MATCHING)) {
      case MATCHING -> DenseFilter.Kept.MATCHING;
      case GRID -> DenseFilter.Kept.ALL;
      case WRITTEN -> DenseFilter.Kept.COVERED;
      case ALL -> any ? DenseFilter.Kept.ALL : DenseFilter.Kept.FILLED;
    };
  }

  private CellPlan plan(ResolvedRequest resolved, List<String> names, List<DimensionLabel> labels) {
    LabelPlan plan = new LabelPlan(schema, labels.stream().map(this::label).toList());
    ReadRequest request = resolved.request();
    RequestedCells cells = resolved.cells();
    boolean alone = cells.points() == null && request.condition().isEmpty() && plan.isAlone(names);
    if (!alone) {
      List<String> columns = plan.cells(names);
      CellPlan read = plan(resolved.withFields(fields.fields(columns)));
      return plan.labeled(names, columns, read, scope);
    }
    int d = labels.get(0).dimension();
    List<Range> wanted = cells.ranges().get(d);
    if (wanted != null && resolved.layout() == Layout.GLOBAL_ORDER) {
      wanted = List.of(DimensionRanges.oneRange(schema.dimensions().get(d), wanted));
    }
    ReadRequest indexes = plan.indexes(names, Optional.ofNullable(wanted), request.limit());
    CellPlan read = new ReadPlanner(plan.indexes(names), scope).plan(indexes);
    return plan.labeled(names, indexes.fields().orElseThrow(), read, scope);
  }

  private Batch aggregate(ReadRequest request, Aggregation aggregation) {
    AggregateFields wanted = aggregated(aggregation, fields::aggregated).withNumbers();
    if (schema.isDense()) {
      requireNoTiles(request);
    }
    Layout layout = wanted.needOrder() ? Layout.ROW_MAJOR : Layout.UNORDERED;
    ResolvedRequest resolved = resolve(request.layout(layout), wanted.read());
    if (schema.isDense() && wanted.needOrder()) {
      resolved = resolved.withCells(resolved.cells().inOrder(schema));
    }
    HavingFilter having = having(aggregation);
    return having.apply(new AggregatePlan(snapshot, resolved, wanted, scope).answer());
  }

  private AggregateFields aggregated(Aggregation aggregation, Function<String, OutputField> find) {
    AggregateFields wanted = AggregateFields.of(aggregation, find);
    for (Grouping grouping : aggregation.groupBy()) {
      boolean indexes =
          schema.attribute(grouping.field()).flatMap(Attribute::enumeration).isPresent();
      if (indexes && grouping.function() != Grouping.Function.VALUE) {
        throw new InvalidRequestException(
            "%s: \"%s\" has values of an enumeration; group by the field itself"
                .formatted(grouping, grouping.field()));
      }
    }
    return wanted;
  }

  private HavingFilter having(Aggregation aggregation) {
    return new HavingFilter(
        aggregation, schema, name -> snapshot.enumeration(name, scope.storage()));
  }

  /**
   * Validates a request against the schema. Label ranges become dimension ranges, and the condition
   * is bound.
   */
  private ResolvedRequest resolve(ReadRequest request, List<OutputField> columns) {
    Subarray part = new LabelRanges(schema, this::label).resolve(request.subarray());
    Layout natural = schema.isDense() ? Layout.ROW_MAJOR : Layout.UNORDERED;
    ReadRequest resolved = request.subarray(part).layout(request.layout().orElse(natural));
    RequestedCells cells = RequestedCells.of(schema, snapshot.location(), resolved, scope);
    Optional<BoundCondition> condition =
        request
            .condition()
            .map(
                given ->
                    BoundCondition.of(
                        given, schema, name -> snapshot.enumeration(name, scope.storage())));
    return new ResolvedRequest(resolved, columns, cells, condition);
  }

  /** Returns the label array of a label, and opens it on first use. */
  private LabelArray label(DimensionLabel label) {
    return opened.computeIfAbsent(
        label.name(),
        name -> {
          Snapshot own = LabelArray.open(snapshot, label, scope.storage(), scope.tasks());
          return new LabelArray(
              label, own, request -> new ReadPlanner(own, scope).batches(request));
        });
  }
}
