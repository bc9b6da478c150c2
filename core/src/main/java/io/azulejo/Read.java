package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.Points;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Row;
import io.azulejo.query.SizeBound;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.Values;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A read of an array. Select the cells and fields first, and then choose the form of the result.
 * Immutable: each setter returns a new read, and a read can be run any number of times. Safe for
 * use by several threads.
 *
 * <pre>{@code
 * quakes.read().where("mag >= 6").select("time", "mag").forEach(System.out::println);
 * double[] block = grid.read().range("y", 0, 255).range("x", 0, 255).doubles("t").values();
 * Batch byType = quakes.read().aggregate("count(), max(mag) by type");
 * }</pre>
 *
 * <p>The request is checked when the read is run. Each method that runs it throws:
 *
 * <ul>
 *   <li>{@link InvalidRequestException} if the request does not fit the array, for example because
 *       of an unknown field, a range outside the domain, or several ranges of a dimension in global
 *       order
 *   <li>{@link io.azulejo.error.CancelledException} if the thread is interrupted
 *   <li>{@link io.azulejo.error.ReadTimeoutException} if the {@linkplain #timeout timeout} is
 *       exceeded
 *   <li>{@link io.azulejo.error.CorruptDataException} if stored bytes violate the format
 * </ul>
 */
public final class Read {
  private final Snapshot array;
  private final Tasks tasks;
  private final Function<ReadRequest, ReadScope> scopes;
  private final ReadRequest request;

  /**
   * Creates a read.
   *
   * @param tasks the threads for asynchronous reads
   * @param scopes creates the resources for one run of the read
   */
  Read(Snapshot array, Tasks tasks, Function<ReadRequest, ReadScope> scopes, ReadRequest request) {
    this.array = array;
    this.tasks = tasks;
    this.scopes = scopes;
    this.request = request;
  }

  private Read with(ReadRequest other) {
    return new Read(array, tasks, scopes, other);
  }

  /**
   * Returns the request of this read. It can be used with other arrays, or sent to other processes.
   */
  public ReadRequest request() {
    return request;
  }

  /** Sets the part of the array to read; see {@link ReadRequest#subarray(Subarray)}. */
  public Read subarray(Subarray part) {
    return with(request.subarray(part));
  }

  /**
   * Adds a range of a dimension or a dimension label; see {@link ReadRequest#range(String, Range)}.
   */
  public Read range(String dimension, Range range) {
    return with(request.range(dimension, range));
  }

  /**
   * Adds a range of integers, datetimes or times, both ends inclusive; see {@link
   * ReadRequest#range(String, Range)}.
   */
  public Read range(String dimension, long first, long last) {
    return range(dimension, Range.of(first, last));
  }

  /**
   * Adds a range of floating-point numbers, both ends inclusive; see {@link
   * ReadRequest#range(String, Range)}.
   */
  public Read range(String dimension, double first, double last) {
    return range(dimension, Range.of(first, last));
  }

  /** Adds a range of strings, both ends inclusive; see {@link ReadRequest#range(String, Range)}. */
  public Read range(String dimension, String first, String last) {
    return range(dimension, Range.of(first, last));
  }

  /**
   * Crops ranges of dimensions to the domain, instead of refusing those that extend beyond it; see
   * {@link ReadRequest#cropRanges(boolean)}.
   */
  public Read cropRanges() {
    return with(request.cropRanges(true));
  }

  /**
   * Sets the single cells to read, instead of a part of the array; see {@link
   * ReadRequest#points(Points)}.
   */
  public Read points(Points cells) {
    return with(request.points(cells));
  }

  /**
   * Parses and sets the condition that cells must meet, such as {@code "mag >= 6 and type =
   * 'quake'"}; see {@link ReadRequest#where(String)}.
   *
   * @throws InvalidRequestException if the text is not a condition
   */
  public Read where(String condition) {
    return with(request.where(condition));
  }

  /** Sets the condition that cells must meet; see {@link ReadRequest#where(Condition)}. */
  public Read where(Condition condition) {
    return with(request.where(condition));
  }

  /** Sets the fields to read, in order; see {@link ReadRequest#select(String...)}. */
  public Read select(String... fields) {
    return with(request.select(fields));
  }

  /** Sets the order of the cells; see {@link ReadRequest#layout(Layout)}. */
  public Read layout(Layout order) {
    return with(request.layout(order));
  }

  /**
   * Sets which cells of a dense array become rows of the result; see {@link
   * ReadRequest#cells(ReadRequest.Cells)}.
   */
  public Read cells(ReadRequest.Cells cells) {
    return with(request.cells(cells));
  }

  /** Sets the maximum number of cells to read; see {@link ReadRequest#limit(long)}. */
  public Read limit(long cells) {
    return with(request.limit(cells));
  }

  /** Sets the timeout of the read; see {@link ReadRequest#timeout(Duration)}. */
  public Read timeout(Duration most) {
    return with(request.timeout(most));
  }

  /** Sets the listener for progress; see {@link ReadRequest#progress(Progress)}. */
  public Read progress(Progress listener) {
    return with(request.progress(listener));
  }

  /**
   * Runs the read, and returns the cells in batches.
   *
   * @return a reader, which the caller must close unless the reader has returned its last batch
   */
  public BatchReader batches() {
    return batches(scope());
  }

  private BatchReader batches(ReadScope scope) {
    return Cancellation.translate(() -> new EngineReader(ReadPlanner.read(array, request, scope)));
  }

  /**
   * Runs the read, and returns the cells one by one. Each cell is an object, which is convenient,
   * but slower than {@link #batches}. For attributes with an enumeration, rows return the
   * enumeration's values.
   *
   * @return a stream of the cells; the read ends after the last cell, or when the stream is closed
   */
  public Stream<Row> rows() {
    Map<String, Enumeration> enumerations = new HashMap<>();
    for (Attribute attribute : array.schema().schema().attributes()) {
      boolean selected = request.fields().map(f -> f.contains(attribute.name())).orElse(true);
      if (selected && attribute.enumeration().isPresent()) {
        enumerations.put(attribute.name(), array.enumeration(attribute.enumeration().get()));
      }
    }
    return batches().stream().flatMap(batch -> Row.of(batch, enumerations));
  }

  /**
   * Runs the read, and passes each cell to {@code action} in the calling thread; see {@link #rows}.
   */
  public void forEach(Consumer<? super Row> action) {
    try (Stream<Row> rows = rows()) {
      rows.forEach(action);
    }
  }

  /**
   * Reads the values of a FLOAT64 attribute of a dense array, and returns them with their shape.
   * Cells that were never written and cells that do not meet the condition have the fill value.
   *
   * @param attribute the name of the attribute; the request's selected fields are ignored
   * @return the values in the order of the request, which is row-major (default) or column-major
   * @throws InvalidRequestException also if {@link #into} would throw it
   */
  public Values<double[]> doubles(String attribute) {
    return values(attribute, count -> new double[count], ReadTarget::of);
  }

  /** Reads the values of a FLOAT32 attribute of a dense array; see {@link #doubles}. */
  public Values<float[]> floats(String attribute) {
    return values(attribute, count -> new float[count], ReadTarget::of);
  }

  /**
   * Reads the values of an attribute of a dense array with 8-byte integers, datetimes or times; see
   * {@link #doubles}. UINT64 values keep their 64 bits.
   */
  public Values<long[]> longs(String attribute) {
    return values(attribute, count -> new long[count], ReadTarget::of);
  }

  /**
   * Reads the values of an attribute of a dense array with 4-byte integers; see {@link #doubles}.
   * UINT32 values keep their 32 bits.
   */
  public Values<int[]> ints(String attribute) {
    return values(attribute, count -> new int[count], ReadTarget::of);
  }

  private <A> Values<A> values(
      String attribute, IntFunction<A> allocate, BiFunction<String, A, ReadTarget> target) {
    return Cancellation.translate(
        () -> {
          int valuesPerCell =
              array
                  .schema()
                  .schema()
                  .attribute(attribute)
                  .map(a -> Math.max(1, a.cellValNum()))
                  .orElse(1);
          // The result holds the array of the target, which is an A.
          @SuppressWarnings("unchecked")
          Values<A> values =
              (Values<A>)
                  (Values<?>)
                      ReadPlanner.readInto(
                          array,
                          request,
                          List.of(attribute),
                          cells ->
                              List.of(
                                  target.apply(
                                      attribute, allocate.apply(length(cells, valuesPerCell)))),
                          scope());
          return values;
        });
  }

  private static int length(int cells, int valuesPerCell) {
    if ((long) cells * valuesPerCell > Integer.MAX_VALUE - 8) {
      throw new InvalidRequestException(
          "%d cells of %d values do not fit into one Java array; read smaller parts"
              .formatted(cells, valuesPerCell));
    }
    return cells * valuesPerCell;
  }

  /**
   * Reads cells of a dense array directly into arrays of the caller, without batches. Each tile is
   * read at most once. If the read fails, the contents of the arrays are undefined.
   *
   * @param targets the fields and their arrays, at least one; the request's selected fields are
   *     ignored
   * @return the array of the first target, with the shape of the cells; only with a single target,
   *     the shape includes the number of values per cell
   * @throws InvalidRequestException also if the array is sparse, a field is a label or has
   *     variable-size cells, or a target has the wrong type or is too small. A limit, tiles, and
   *     {@link ReadRequest.Cells} other than {@code GRID} are not allowed either
   */
  public Values<Object> into(ReadTarget... targets) {
    return into(scope(), targets);
  }

  /**
   * Reads cells of a dense array directly into arrays of the caller, and reports the cost; see
   * {@link #into(ReadTarget...)}.
   *
   * @param cost receives the cost of the read once, before this method returns
   */
  public Values<Object> into(Consumer<? super ReadStats> cost, ReadTarget... targets) {
    ReadScope scope = scope();
    Values<Object> values = into(scope, targets);
    cost.accept(scope.counters().stats());
    return values;
  }

  private Values<Object> into(ReadScope scope, ReadTarget... targets) {
    return Cancellation.translate(
        () -> {
          List<String> fields = new ArrayList<>(targets.length);
          for (ReadTarget target : targets) {
            fields.add(target.field());
          }
          return ReadPlanner.readInto(array, request, fields, cells -> List.of(targets), scope);
        });
  }

  /**
   * Parses an aggregation such as {@code "count(), max(mag) by type"}, and aggregates the cells;
   * see {@link #aggregate(Aggregation, Consumer)} and {@link Aggregation#parse}.
   *
   * @throws InvalidRequestException also if the text is not an aggregation
   */
  public Batch aggregate(String aggregation) {
    return aggregate(Aggregation.parse(aggregation));
  }

  /** Aggregates the cells; see {@link #aggregate(Aggregation, Consumer)}. */
  public Batch aggregate(Aggregation aggregation) {
    return aggregate(aggregation, cost -> {});
  }

  /**
   * Aggregates the cells, by groups if the aggregation has groupings. The request's selected fields
   * and order are ignored. In a sparse array, a cell counts once, even if it is in several ranges.
   * In a dense array, it counts once for each range that contains it.
   *
   * <p>In a dense array, {@link ReadRequest.Cells} determines which cells count. By default, {@code
   * count()} without a condition and without groups counts all cells in the ranges, written or not;
   * all other results cover the written cells that meet the condition. With {@code GRID}, all cells
   * in the ranges count, regardless of the condition.
   *
   * <p>Tiles are not read if their statistics are sufficient. Distinct counts and quantiles are
   * exact. Together with the groups, they use at most a quarter of the memory budget.
   *
   * @param cost receives the cost of the aggregation once, before this method returns
   * @return a batch with one row for each group, or with a single row if the aggregation has no
   *     groupings. Its columns are the groupings, followed by the aggregates, each with its text
   *     form as the name. Rows are sorted by the groupings, nulls last. An attribute with an
   *     enumeration is grouped by its indexes
   * @throws InvalidRequestException also if a function does not accept its field's type, groups
   *     need too much memory, {@code having} refers to an unknown column, or the request has a
   *     limit
   */
  public Batch aggregate(Aggregation aggregation, Consumer<? super ReadStats> cost) {
    ReadScope scope = scope();
    Batch answer =
        Cancellation.translate(
            () ->
                scope
                    .counters()
                    .waiting(() -> ReadPlanner.aggregate(array, request, aggregation, scope)));
    cost.accept(scope.counters().stats());
    return answer;
  }

  /**
   * Reads the cells in batches, and aggregates the same cells in the order of the read. Tile
   * statistics are not used.
   *
   * @param aggregation an aggregation of fields that the read selects
   * @param consumer receives each batch in the calling thread; it must not keep the batch
   * @return the same batch as {@link #aggregate(Aggregation, Consumer)}
   * @throws InvalidRequestException also if {@code aggregate} would throw it, except that a limit
   *     is allowed
   */
  public Batch aggregateAndRead(Aggregation aggregation, Consumer<? super Batch> consumer) {
    return Cancellation.translate(
        () -> ReadPlanner.aggregateAndRead(array, request, aggregation, consumer, scope()));
  }

  /**
   * Returns the plan of the read. This method reads fragment metadata, and opens the arrays of
   * dimension labels. It does not read cells, except to look up ranges of labels.
   */
  public PlannedRead plan() {
    return Cancellation.translate(() -> ReadPlanner.describe(array, request, scope()));
  }

  /**
   * Returns an upper bound for the size of each field in the result, by field name in the order of
   * the fields. Each bound applies to all batches together. This method reads fragment metadata,
   * but no cells.
   *
   * @throws InvalidRequestException also if the read selects a dimension label
   */
  public Map<String, SizeBound> sizeBounds() {
    return Cancellation.translate(() -> ReadPlanner.sizes(array, request, scope()));
  }

  /**
   * Splits the read into parts that can be read in any order, even by other processes (see {@link
   * Array#token}). Each row of the read is in exactly one part.
   *
   * <p>Dense arrays are split along tile boundaries, starting with the dimension that varies
   * slowest. With {@link ReadRequest.Cells#WRITTEN}, each part contains written cells. Sparse
   * arrays are split between cells into parts of similar size. If no cell can hide another, they
   * are split by tiles of fragments instead ({@link ReadRequest#tiles}).
   *
   * <p>Each part returns its rows in the order of the request. In global order, the parts follow
   * each other, unless the array is in Hilbert order or the request has {@link ReadRequest#tiles}.
   * Parts in which no cell can meet the condition may be left out. A read of points, or of labels
   * only, is a single part.
   *
   * @throws InvalidRequestException also if the request has a limit
   */
  public List<Split> splits(SplitOptions options) {
    return splits(options, tiles -> {});
  }

  /**
   * Splits the read into parts; see {@link #splits(SplitOptions)}. Also reports the numbers of
   * tiles of the whole read, at no additional cost.
   *
   * @param tiles receives the numbers of tiles once, before this method returns
   */
  public List<Split> splits(SplitOptions options, Consumer<? super PlannedRead.Tiles> tiles) {
    return Cancellation.translate(
        () -> ReadPlanner.splits(array, request, options, tiles, scope()));
  }

  /**
   * Runs the read in a thread of the engine, which passes the batches to {@code consumer} one after
   * another. The read ends early if the caller completes or cancels the future, if the consumer
   * throws an exception, or if the engine is closed.
   *
   * @return a future that completes with the cost of the read at its end, or with the exception
   *     that ended it
   * @throws InvalidRequestException if the engine is closed
   */
  public CompletableFuture<ReadStats> async(Consumer<? super Batch> consumer) {
    ReadScope scope = scope();
    return tasks.drive(
        () -> {
          try (BatchReader in = batches(scope)) {
            for (Batch batch : in) {
              consumer.accept(batch);
            }
            return in.stats();
          }
        },
        () -> scope.stop("the future was completed"));
  }

  /**
   * Returns a publisher of the batches. Each subscription runs the read separately, in threads of
   * the engine. The read fetches at most one batch more than the subscriber has requested.
   * Cancelling the subscription ends the read.
   */
  public Flow.Publisher<Batch> publisher() {
    return new BatchPublisher(this::batches, tasks);
  }

  private ReadScope scope() {
    return scopes.apply(request);
  }
}
