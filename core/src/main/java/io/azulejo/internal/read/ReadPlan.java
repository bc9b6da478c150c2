package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * From a request and a snapshot to a reader: checks what is asked for, and decides how to go about
 * it.
 */
public final class ReadPlan {
  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ReadScope scope;
  private final Map<String, LabelArray> opened = new HashMap<>();

  private ReadPlan(Snapshot snapshot, ReadScope scope) {
    this.snapshot = snapshot.through(scope.storage());
    this.schema = snapshot.schema().schema();
    this.scope = scope;
  }

  /**
   * Begins to read.
   *
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static BatchReader read(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    try {
      return new GuardedReader(
          scope.counters().waiting(() -> batches(snapshot, request, scope)), scope);
    } catch (RuntimeException | Error e) {
      scope.release();
      throw e;
    }
  }

  /**
   * Tells what a read is going to do; looks at tables of fragments, but at no cell.
   *
   * @throws InvalidRequestException if the request does not fit the array
   */
  public static PlannedRead describe(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    try {
      return new ReadPlan(snapshot, scope).describe(request);
    } finally {
      scope.release();
    }
  }

  private static Batches batches(Snapshot snapshot, ReadRequest request, ReadScope scope) {
    return new ReadPlan(snapshot, scope).batches(request);
  }

  private Batches batches(ReadRequest request) {
    List<String> names = names(request);
    List<DimensionLabel> labels = labels(names);
    List<OutputField> fields = fields(names, labels);
    ReadRequest resolved = resolve(request);
    RequestedCells cells = RequestedCells.of(schema, resolved, scope);
    if (request.limit() == 0) {
      request.condition().ifPresent(c -> BoundCondition.of(c, schema, snapshot::enumeration));
      return Batches.NONE;
    }
    if (!labels.isEmpty()) {
      Labelled labelled = labelled(resolved, names, labels, cells);
      Batches read = batches(labelled.array, labelled.request, scope);
      return labelled.plan.labelled(names, labelled.columns(), read, scope);
    }
    return schema.isDense()
        ? dense(resolved, fields, cells).reader()
        : sparse(resolved, fields, cells).reader();
  }

  private PlannedRead describe(ReadRequest request) {
    List<String> names = names(request);
    List<DimensionLabel> labels = labels(names);
    List<OutputField> fields = fields(names, labels);
    ReadRequest resolved = resolve(request);
    RequestedCells cells = RequestedCells.of(schema, resolved, scope);
    if (!labels.isEmpty()) {
      Labelled labelled = labelled(resolved, names, labels, cells);
      return describe(labelled.array, labelled.request, scope)
          .withLabels(labels.stream().map(DimensionLabel::name).toList());
    }
    return schema.isDense()
        ? dense(resolved, fields, cells).describe()
        : sparse(resolved, fields, cells).describe();
  }

  private DensePlan dense(ReadRequest request, List<OutputField> fields, RequestedCells cells) {
    DenseFilter.Cells kept =
        request.onlyMatching() ? DenseFilter.Cells.MATCHING : DenseFilter.Cells.ALL;
    return new DensePlan(snapshot, request, fields, cells, kept, scope);
  }

  private SparsePlan sparse(ReadRequest request, List<OutputField> fields, RequestedCells cells) {
    return new SparsePlan(snapshot, request, fields, cells, scope);
  }

  /**
   * Aggregates the cells of a request.
   *
   * @return a row for each group, with the values of the fields that it is grouped by and the
   *     aggregates; one row of aggregates where it is grouped by nothing
   * @throws InvalidRequestException if the request, or what is to be made of its cells, does not
   *     fit the array
   */
  public static Batch aggregate(
      Snapshot snapshot,
      ReadRequest request,
      List<Aggregate> aggregates,
      List<String> groupBy,
      ReadScope scope) {
    ReadPlan plan = new ReadPlan(snapshot, scope);
    AggregateFields fields = AggregateFields.of(aggregates, groupBy, plan::aggregated);
    ReadRequest resolved = plan.resolve(request).toBuilder().layout(Layout.UNORDERED).build();
    RequestedCells cells = RequestedCells.of(plan.schema, resolved, scope);
    try {
      return new AggregatePlan(plan.snapshot, resolved, fields, cells, scope).answer();
    } finally {
      scope.release();
    }
  }

  /** The request with ranges of dimensions in place of those of labels. */
  private ReadRequest resolve(ReadRequest request) {
    Subarray part = new LabelRanges(schema, this::label).resolve(request.subarray());
    return request.toBuilder().subarray(part).build();
  }

  /** A field that can be aggregated. */
  private OutputField aggregated(String name) {
    for (DimensionLabel label : schema.labels()) {
      if (label.name().equals(name)) {
        throw new InvalidRequestException(
            "\"%s\" is a label: aggregate, or group by, its dimension \"%s\" instead"
                .formatted(name, schema.dimensions().get(label.dimension()).name()));
      }
    }
    return field(name);
  }

  /** The array of a label, opened once. */
  private LabelArray label(DimensionLabel label) {
    return opened.computeIfAbsent(
        label.name(),
        name -> {
          Snapshot own = LabelArray.open(snapshot, label, scope.tasks());
          return new LabelArray(label, own, request -> batches(own, request, scope));
        });
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

  /** The dimension or attribute of that name, or the times of cells. */
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

  private List<DimensionLabel> labels(List<String> names) {
    return schema.labels().stream().filter(label -> names.contains(label.name())).toList();
  }

  /**
   * How labels are read.
   *
   * @param array the array that is read, this one or that of a label
   * @param request what is read of it; the labels are looked up beside
   */
  private record Labelled(LabelPlan plan, Snapshot array, ReadRequest request) {
    List<String> columns() {
      return request.fields().orElseThrow();
    }
  }

  private Labelled labelled(
      ReadRequest request,
      List<String> names,
      List<DimensionLabel> labels,
      RequestedCells requested) {
    LabelPlan plan = new LabelPlan(schema, labels.stream().map(this::label).toList());
    boolean alone =
        requested.points() == null && request.condition().isEmpty() && plan.isAlone(names);
    if (!alone) {
      return new Labelled(plan, snapshot, request.toBuilder().select(plan.cells(names)).build());
    }
    int d = labels.get(0).dimension();
    List<Range> wanted = requested.ranges().get(d);
    if (wanted != null && request.layout() == Layout.GLOBAL_ORDER) {
      wanted = List.of(DimensionRanges.oneRange(schema.dimensions().get(d), wanted));
    }
    return new Labelled(
        plan,
        plan.indexes(names),
        plan.indexes(names, Optional.ofNullable(wanted), request.limit()));
  }
}
