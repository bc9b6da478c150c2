package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The aggregates of a query, by the names of their results. */
final class Aggregates {
  private final Map<String, Aggregate> aggregates = new LinkedHashMap<>();
  private @Nullable Batch results;

  /**
   * Adds an aggregate.
   *
   * @throws TileDBError if a result has the same name
   */
  void add(String name, Aggregate aggregate) throws TileDBError {
    if (aggregates.putIfAbsent(name, aggregate) != null) {
      throw new TileDBError("the query already has an aggregate \"" + name + "\"");
    }
  }

  /** Returns whether a result has this name. */
  boolean has(String name) {
    return aggregates.containsKey(name);
  }

  boolean isEmpty() {
    return aggregates.isEmpty();
  }

  /**
   * Computes the aggregates of all cells that a read returns.
   *
   * @return the cost
   */
  ReadStats compute(Read read) {
    List<Aggregate> distinct = aggregates.values().stream().distinct().toList();
    ReadStats[] cost = {ReadStats.of(counter -> 0)};
    results =
        read.cells(ReadRequest.Cells.ALL)
            .aggregate(Aggregation.of(distinct), stats -> cost[0] = stats);
    return cost[0];
  }

  /**
   * Copies the results to the buffers.
   *
   * @throws TileDBError if a buffer is missing or too small
   */
  void fill(QueryBuffers buffers, OffsetFormat format) throws TileDBError {
    Batch batch = results;
    if (batch == null) {
      return;
    }
    List<Aggregate> distinct = new ArrayList<>(aggregates.values().stream().distinct().toList());
    for (Map.Entry<String, Aggregate> entry : aggregates.entrySet()) {
      Column column = batch.column(distinct.indexOf(entry.getValue()));
      fill(entry.getKey(), column, buffers, format);
    }
  }

  private static void fill(String name, Column column, QueryBuffers buffers, OffsetFormat format)
      throws TileDBError {
    QueryBuffers.Parts parts = buffers.fields().get(name);
    boolean nullable = parts != null && parts.validity() != null;
    boolean var = column instanceof io.azulejo.query.VarColumn;
    QueryField field =
        new QueryField(
            name,
            Datatype.ofEngine(column.type()),
            var
                ? io.azulejo.schema.Attribute.VAR
                : ((io.azulejo.query.FixedColumn) column).valuesPerCell(),
            nullable);
    FieldFill fill = new FieldFill(field, buffers, format);
    if (fill.maxCells() < 1 || fill.maxBytes() < column.end(0) - column.start(0)) {
      throw new TileDBError(
          "the buffers of the aggregate \"%s\" are too small for one %s"
              .formatted(name, field.type()));
    }
    fill.copy(column, 0, 1);
    fill.finish();
  }
}
