package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The settings and the progress of a query. */
final class QueryExecution implements AutoCloseable {
  private static final ReadStats NO_COST = ReadStats.of(cost -> 0);

  private final Array array;
  private final QueryType type;
  private final Config config;
  private final QueryBuffers buffers;
  private final Aggregates aggregates = new Aggregates();
  private final Runnable releaseEngine;
  private Layout layout;
  private @Nullable Subarray subarray;
  private @Nullable Condition condition;
  private @Nullable QueryRead reading;
  private @Nullable QueryWrite writing;
  private Supplier<ReadStats> stats = () -> NO_COST;
  private volatile QueryStatus status = QueryStatus.TILEDB_UNINITIALIZED;

  /** Creates the execution of a query, without starting it. */
  QueryExecution(Array array, QueryType type, Config config, QueryBuffers buffers) {
    ArraySchema schema = array.toEngine().schema();
    this.array = array;
    this.type = type;
    this.config = config;
    this.buffers = buffers;
    this.layout =
        type == QueryType.TILEDB_READ || schema.isDense()
            ? Layout.TILEDB_ROW_MAJOR
            : Layout.TILEDB_UNORDERED;
    this.releaseEngine = array.getCtx().hold();
  }

  private boolean isDenseRead() {
    return type == QueryType.TILEDB_READ && array.toEngine().schema().isDense();
  }

  QueryStatus status() {
    return status;
  }

  Layout layout() {
    return layout;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  /** Returns the form of offsets in buffers. */
  OffsetFormat offsetFormat() throws TileDBError {
    return array.offsetFormat();
  }

  void layout(Layout order) throws TileDBError {
    if (order == Layout.TILEDB_HILBERT) {
      throw new TileDBError("cells cannot be read or written in Hilbert order; use global order");
    }
    restart();
    layout = order;
  }

  void subarray(SubArray part) throws TileDBError {
    if (type == QueryType.TILEDB_WRITE && !array.toEngine().schema().isDense()) {
      throw new TileDBError("a sparse array has no subarray to write; set coordinates instead");
    }
    restart();
    subarray = part.toEngine(array.toEngine().schema().isDense());
  }

  void condition(Condition which) throws TileDBError {
    if (type == QueryType.TILEDB_WRITE) {
      throw new TileDBError("a write cannot have a condition");
    }
    restart();
    condition = which;
  }

  /** Returns the part of the array; the whole domain of a dense array unless it was set. */
  private Subarray region() {
    if (subarray == null) {
      ArraySchema schema = array.toEngine().schema();
      subarray = new SubarrayRanges(schema).toEngine(schema.isDense());
    }
    return subarray;
  }

  /** Forgets the progress of a read. */
  private void restart() {
    if (reading != null) {
      reading.close();
      reading = null;
    }
    if (type == QueryType.TILEDB_READ) {
      status = QueryStatus.TILEDB_UNINITIALIZED;
    }
  }

  /**
   * Returns the engine's read with the current settings.
   *
   * @throws TileDBError if this is not a read
   */
  Read read() throws TileDBError {
    if (type != QueryType.TILEDB_READ) {
      throw new TileDBError("a %s query has no result".formatted(type));
    }
    io.azulejo.Array source = array.toEngine();
    ReadRequest request = ReadRequest.ALL.subarray(region()).layout(readOrder(source.schema()));
    if (condition != null) {
      request = request.where(condition);
    }
    return source.read(isDenseRead() ? request.cells(ReadRequest.Cells.GRID) : request);
  }

  private io.azulejo.schema.Layout readOrder(ArraySchema schema) {
    return layout == Layout.TILEDB_UNORDERED && schema.isDense()
        ? schema.cellOrder()
        : Stored.layout(layout);
  }

  void submit() throws TileDBError {
    boolean done = false;
    try {
      switch (type) {
        case TILEDB_READ -> submitRead();
        case TILEDB_WRITE -> submitWrite();
        case TILEDB_DELETE -> delete();
        default -> throw new TileDBError("%s queries are not supported".formatted(type));
      }
      done = true;
    } finally {
      if (!done) {
        status = QueryStatus.TILEDB_FAILED;
      }
    }
  }

  private void submitRead() throws TileDBError {
    if (status == QueryStatus.TILEDB_COMPLETED) {
      return;
    }
    OffsetFormat format = offsetFormat();
    if (status == QueryStatus.TILEDB_UNINITIALIZED || reading == null) {
      start(format);
    }
    boolean complete = reading == null || reading.fill(buffers);
    if (complete) {
      aggregates.fill(buffers, format);
      restart();
      status = QueryStatus.TILEDB_COMPLETED;
    } else {
      status = QueryStatus.TILEDB_INCOMPLETE;
    }
  }

  private void start(OffsetFormat format) throws TileDBError {
    restart();
    List<QueryField> fields = fields();
    if (!aggregates.isEmpty()) {
      ReadStats cost = aggregates.compute(read());
      stats = () -> cost;
    } else if (fields.isEmpty()) {
      throw new TileDBError("the query has no buffers; set one for each field to read");
    }
    if (!fields.isEmpty() && !readDirectly(fields)) {
      reading = new QueryRead(read(), fields, format);
      stats = reading::stats;
    }
  }

  /** Reads the whole result straight into the buffers if that is possible. */
  private boolean readDirectly(List<QueryField> fields) throws TileDBError {
    io.azulejo.schema.Layout order = readOrder(array.toEngine().schema());
    if (order != io.azulejo.schema.Layout.ROW_MAJOR
        && order != io.azulejo.schema.Layout.COL_MAJOR) {
      return false;
    }
    WholeRead direct = WholeRead.of(array.toEngine().schema(), region(), fields, buffers);
    if (!direct.isUsable()) {
      return false;
    }
    direct.run(read(), cost -> stats = () -> cost);
    return true;
  }

  private List<QueryField> fields() throws TileDBError {
    List<QueryField> fields = new ArrayList<>();
    ArraySchema schema = array.toEngine().schema();
    for (Map.Entry<String, QueryBuffers.Parts> entry : buffers.fields().entrySet()) {
      if (!aggregates.has(entry.getKey())) {
        fields.add(QueryField.find(schema, entry.getKey()).orElseThrow());
      }
    }
    return fields;
  }

  private void submitWrite() throws TileDBError {
    if (writing == null) {
      writing = new QueryWrite(array, layout, region(), config);
    }
    writing.submit(buffers);
    status = QueryStatus.TILEDB_COMPLETED;
  }

  private void delete() throws TileDBError {
    if (condition == null) {
      throw new TileDBError("the query has no condition; set one to select the cells to delete");
    }
    array.handleForChanges().delete(DeleteRequest.where(condition), array.changeOptions());
    status = QueryStatus.TILEDB_COMPLETED;
  }

  /** Commits the cells of a write in global order. */
  void finish() throws TileDBError {
    if (writing != null) {
      writing.finish();
    }
  }

  /** Returns the names of the fragments that were committed. */
  List<String> fragments() {
    return writing == null ? List.of() : writing.fragments();
  }

  /** Returns the cost of the read so far. */
  ReadStats stats() {
    return stats.get();
  }

  @Override
  public void close() {
    if (reading != null) {
      reading.close();
      reading = null;
    }
    if (writing != null) {
      writing.close();
    }
    releaseEngine.run();
  }
}
