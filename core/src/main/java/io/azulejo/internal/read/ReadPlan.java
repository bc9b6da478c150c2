package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * From a request and a snapshot to a reader: checks what is asked for, and decides how to go about
 * it.
 */
public final class ReadPlan {
  /** No batch is made larger than this, however large the budget: larger ones gain nothing. */
  private static final long LARGEST_BATCH = 64L << 20;

  private static final long SMALLEST_BATCH = 1L << 12;

  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final Tasks tasks;
  private final Workers workers;
  private final MemoryBudget budget;
  private final long batchBytes;

  private ReadPlan(Snapshot snapshot, Tasks tasks, Workers workers, MemoryBudget budget) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.tasks = tasks;
    this.workers = workers;
    this.budget = budget;
    this.batchBytes = Math.max(SMALLEST_BATCH, Math.min(LARGEST_BATCH, budget.capacity() / 4));
  }

  /**
   * Begins to read.
   *
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static BatchReader read(
      Snapshot snapshot, ReadRequest request, Tasks tasks, Workers workers, MemoryBudget budget) {
    ReadPlan plan = new ReadPlan(snapshot, tasks, workers, budget);
    List<String> names = plan.names(request);
    List<DimensionLabel> labels =
        plan.schema.labels().stream().filter(label -> names.contains(label.name())).toList();
    List<OutputField> fields = plan.fields(names, labels);
    List<List<Range>> ranges =
        new RequestedRanges(schemaOf(snapshot)).check(request.subarray().ranges());
    if (!labels.isEmpty()) {
      return plan.labelled(request, names, labels, ranges);
    }
    return schemaOf(snapshot).isDense()
        ? plan.dense(request, fields, ranges)
        : plan.sparse(request, fields, ranges);
  }

  private static ArraySchema schemaOf(Snapshot snapshot) {
    return snapshot.schema().schema();
  }

  private List<String> names(ReadRequest request) {
    List<String> names =
        request
            .fields()
            .orElseGet(
                () -> {
                  List<String> all = new ArrayList<>();
                  schema.dimensions().forEach(d -> all.add(d.name()));
                  schema.attributes().forEach(a -> all.add(a.name()));
                  return all;
                });
    if (names.isEmpty()) {
      throw new InvalidRequestException("no field is selected: select at least one");
    }
    return names;
  }

  /** The fields of these names, labels left out. */
  private List<OutputField> fields(List<String> names, List<DimensionLabel> labels) {
    List<String> besides = labels.stream().map(DimensionLabel::name).toList();
    return names.stream().filter(name -> !besides.contains(name)).map(this::field).toList();
  }

  private OutputField field(String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return OutputField.of(schema.dimensions().get(d), d);
      }
    }
    Optional<OutputField> attribute = schema.attribute(name).map(OutputField::of);
    if (attribute.isPresent()) {
      return attribute.get();
    }
    if (name.equals(ReadRequest.TIMESTAMPS)) {
      if (schema.isDense()) {
        throw new InvalidRequestException(
            "cells of a dense array have no times: leave %s out".formatted(name));
      }
      return OutputField.timestamps();
    }
    throw new InvalidRequestException(
        "no field \"%s\": there are %sthe dimensions %s and the attributes %s"
            .formatted(
                name,
                schema.labels().isEmpty()
                    ? ""
                    : "the labels %s, ".formatted(quoted(schema.labels(), DimensionLabel::name)),
                quoted(schema.dimensions(), Dimension::name),
                quoted(schema.attributes(), Attribute::name)),
        snapshot.location().toString());
  }

  private static <T> List<String> quoted(List<T> parts, Function<T, String> name) {
    return parts.stream().map(part -> '"' + name.apply(part) + '"').toList();
  }

  private BatchReader labelled(
      ReadRequest request,
      List<String> names,
      List<DimensionLabel> labels,
      List<List<Range>> ranges) {
    LabelPlan plan =
        new LabelPlan(
            schema,
            labels,
            label -> LabelArray.open(snapshot, label, tasks),
            (array, part) -> read(array, part, tasks, workers, budget));
    if (!plan.isAlone(names)) {
      return plan.beside(
          names,
          cells ->
              read(
                  snapshot,
                  ReadRequest.builder()
                      .subarray(request.subarray())
                      .layout(request.layout())
                      .select(cells)
                      .build(),
                  tasks,
                  workers,
                  budget),
          budget,
          batchBytes);
    }
    int d = labels.get(0).dimension();
    List<Range> wanted = ranges.get(d);
    if (wanted != null && request.layout() == Layout.GLOBAL_ORDER) {
      wanted = List.of(oneRange(schema.dimensions().get(d), wanted));
    }
    return plan.alone(names, Optional.ofNullable(wanted), budget, batchBytes);
  }

  private BatchReader dense(
      ReadRequest request, List<OutputField> fields, List<List<Range>> ranges) {
    TileGrid grid = TileGrid.of(schema);
    Layout layout = request.layout() == Layout.UNORDERED ? Layout.ROW_MAJOR : request.layout();
    List<Fragment> written =
        snapshot.fragments().stream().filter(f -> f.nonEmptyDomain().isPresent()).toList();
    List<DenseAxis> axes = new ArrayList<>();
    DimensionRanges[] wantedRanges = new DimensionRanges[grid.dimensions()];
    Optional<NDRange> everything = NonEmptyDomain.of(schema, written);
    for (int d = 0; d < grid.dimensions(); d++) {
      List<Range> wanted = ranges.get(d);
      if (request.subarray().isAll()) {
        wanted = everything.isPresent() ? List.of(everything.get().get(d)) : List.of();
      } else if (wanted == null) {
        wanted = List.of(schema.dimensions().get(d).domain().orElseThrow());
      } else if (layout == Layout.GLOBAL_ORDER) {
        wanted = List.of(oneRange(schema.dimensions().get(d), wanted));
      }
      axes.add(new DenseAxis(grid, d, wanted));
      wantedRanges[d] = DimensionRanges.of(schema.dimensions().get(d), wanted);
    }
    List<Fragment> fragments = written.stream().filter(f -> touches(f, wantedRanges)).toList();
    List<DenseSource> sources =
        tasks.io(
            indexes(fragments.size()),
            age -> new DenseSource(fragments.get(age), age, schema, grid, fields, snapshot.key()));
    DenseQuery query =
        new DenseQuery(grid, axes, schema.dimensions().get(0).type(), layout, fields, sources);
    return new DenseReader(query, tasks, workers, budget, fetcher(), batchBytes);
  }

  private BatchReader sparse(
      ReadRequest request, List<OutputField> fields, List<List<Range>> given) {
    refuseDeletes();
    List<Dimension> dimensions = schema.dimensions();
    DimensionRanges[] ranges = new DimensionRanges[dimensions.size()];
    boolean everything = true;
    boolean repeats = false;
    boolean sorts = request.layout() == Layout.ROW_MAJOR || request.layout() == Layout.COL_MAJOR;
    for (int d = 0; d < ranges.length; d++) {
      List<Range> wanted = given.get(d);
      if (wanted == null && schema.currentDomain().isPresent()) {
        wanted = List.of(schema.currentDomain().get().get(d));
      }
      ranges[d] =
          wanted == null
              ? DimensionRanges.everything(dimensions.get(d))
              : DimensionRanges.of(dimensions.get(d), wanted);
      everything &= ranges[d].isEverything();
      repeats |= sorts && ranges[d].repeats();
      if (request.layout() == Layout.GLOBAL_ORDER && ranges[d].merged() > 1) {
        throw manyRanges(dimensions.get(d), ranges[d].merged());
      }
    }
    List<Fragment> fragments =
        snapshot.fragments().stream().filter(f -> f.tiles() > 0 && touches(f, ranges)).toList();
    boolean unique =
        !schema.allowsDuplicates()
            && (fragments.stream().anyMatch(f -> f.footer().timestamps())
                || !NonEmptyDomain.areApart(schema, fragments));
    CellKeys order =
        request.layout() == Layout.UNORDERED && !unique
            ? null
            : new CellKeys(schema, request.layout());
    SparseQuery query =
        new SparseQuery(dimensions, fields, ranges, snapshot.times(), order, unique, repeats);
    boolean all = everything;
    List<SparseFragment> ready =
        tasks.io(
            indexes(fragments.size()),
            age ->
                new SparseFragment(
                    fragments.get(age),
                    age,
                    dimensions,
                    fields,
                    query.neededDimensions(),
                    query.order() != null,
                    query.needsTimes(fragments.get(age)),
                    !all,
                    snapshot.key()));
    List<SparseTile> tiles = new ArrayList<>();
    List<SparseFragment> newestFirst = new ArrayList<>(ready);
    if (order != null) {
      newestFirst.sort(Comparator.comparingInt(SparseFragment::age).reversed());
    }
    for (SparseFragment fragment : newestFirst) {
      tiles.addAll(fragment.tiles(ranges, all));
    }
    return new SparseReader(
        query,
        tiles,
        order == null ? batchBytes : slabBytes(tiles),
        tasks,
        workers,
        budget,
        fetcher(),
        batchBytes);
  }

  /** Whether a fragment may have cells within the ranges. */
  private boolean touches(Fragment fragment, DimensionRanges[] ranges) {
    NDRange box = fragment.nonEmptyDomain().orElse(null);
    for (int d = 0; d < ranges.length && box != null; d++) {
      Dimension dimension = schema.dimensions().get(d);
      int coverage;
      if (ranges[d].isEverything()) {
        continue;
      }
      if (box.get(d) instanceof Range.Text text) {
        coverage =
            ranges[d].coverage(
                Slice.of(text.low()),
                fragment.version().boundsStringsRight() ? Slice.of(text.high()) : null);
      } else {
        coverage =
            ranges[d].coverage(
                CoordinateKeys.low(dimension.type(), box.get(d)),
                CoordinateKeys.high(dimension.type(), box.get(d)));
      }
      if (coverage == DimensionRanges.NONE) {
        return false;
      }
    }
    return true;
  }

  /**
   * How large slabs may be: so large that a tile of each fragment fits, even if batches are
   * smaller, as less would mean to decode the same tiles again and again; but not beyond the
   * budget.
   */
  private long slabBytes(List<SparseTile> tiles) {
    Map<SparseFragment, Long> largest = new IdentityHashMap<>();
    for (SparseTile tile : tiles) {
      largest.merge(tile.owner, tile.bytes, Math::max);
    }
    long together = largest.values().stream().mapToLong(Long::longValue).sum();
    return Math.max(batchBytes, Math.min(2 * together, budget.capacity() / 2));
  }

  private TileFetcher fetcher() {
    return new TileFetcher(snapshot.storage(), tasks);
  }

  private static List<Integer> indexes(int count) {
    List<Integer> indexes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      indexes.add(i);
    }
    return indexes;
  }

  private Range oneRange(Dimension dimension, List<Range> ranges) {
    DimensionRanges merged = DimensionRanges.of(dimension, ranges);
    if (merged.merged() > 1) {
      throw manyRanges(dimension, merged.merged());
    }
    return merged.hull();
  }

  private static InvalidRequestException manyRanges(Dimension dimension, int count) {
    return new InvalidRequestException(
        "dimension \"%s\": %d ranges, but global order takes one for each dimension: ask for another layout, or read range by range"
            .formatted(dimension.name(), count));
  }

  /**
   * Conditions by which cells were deleted can't be applied yet; rows without them would be wrong.
   */
  private void refuseDeletes() {
    if (snapshot.deletes().isEmpty()) {
      return;
    }
    for (Fragment fragment : snapshot.fragments()) {
      List<String> processed = fragment.processedConditions();
      for (Snapshot.Delete delete : snapshot.deletes()) {
        boolean mayHit =
            Long.compareUnsigned(delete.name().t1(), fragment.name().t1()) >= 0
                && !processed.contains(delete.marker());
        if (mayHit) {
          throw new UnsupportedFormatException(
              "cells were deleted by delete conditions (%s), which cannot be applied yet: read at a time before %d"
                  .formatted(delete.marker(), delete.name().t1()),
              snapshot.location().toString());
        }
      }
    }
  }
}
