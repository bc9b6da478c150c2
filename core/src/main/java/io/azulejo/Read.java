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
 * A read of an array: first select cells and fields, then choose how to return them. Immutable:
 * each setter returns a new read, and a read can be run any number of times. Safe for use by many
 * threads.
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
 *   <li>{@link InvalidRequestException} if the request does not fit the array: an unknown field, a
 *       range outside the domain, or several ranges of a dimension in global order
 *   <li>{@link io.azulejo.error.CancelledException} if the thread is interrupted
 *   <li>{@link io.azulejo.error.ReadTimeoutException} if the {@linkplain #timeout timeout} is over
 *   <li>{@link io.azulejo.error.CorruptDataException} if bytes of the array contradict the format
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
   * @param tasks the threads of asynchronous reads
   * @param scopes returns the resources for one run of the read
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
   * Returns the request as a value, which can be used with other arrays or sent to other processes.
   */
  public ReadRequest request() {
    return request;
  }

  /** Sets the part of the array; see {@link ReadRequest#subarray(Subarray)}. */
  public Read subarray(Subarray part) {
    return with(request.subarray(part));
  }

  /** Adds a range of a dimension or a label; see {@link ReadRequest#range(String, Range)}. */
  public Read range(String dimension, Range range) {
    return with(request.range(dimension, range));
  }

  /** Adds the range from {@code first} to {@code last}, both included, of integers or times. */
  public Read range(String dimension, long first, long last) {
    return range(dimension, Range.of(first, last));
  }

  /**
   * Adds the range from {@code first} to {@code last}, both included, of floating-point numbers.
   */
  public Read range(String dimension, double first, double last) {
    return range(dimension, Range.of(first, last));
  }

  /** Adds the range from {@code first} to {@code last}, both included, of texts. */
  public Read range(String dimension, String first, String last) {
    return range(dimension, Range.of(first, last));
  }

  /** Reads single cells instead of a part of the array; see {@link ReadRequest#points}. */
  public Read points(Points cells) {
    return with(request.points(cells));
  }

  /**
   * Sets the condition that cells have to meet, such as {@code "mag >= 6 and type = 'quake'"}; see
   * {@link ReadRequest#where(String)}.
   *
   * @throws InvalidRequestException if the text is not a condition
   */
  public Read where(String condition) {
    return with(request.where(condition));
  }

  /** Sets the condition that cells have to meet; see {@link ReadRequest#where(Condition)}. */
  public Read where(Condition condition) {
    return with(request.where(condition));
  }

  /** Sets the fields of the result, in order; see {@link ReadRequest#select(String...)}. */
  public Read select(String... fields) {
    return with(request.select(fields));
  }

  /** Sets the order of the cells; see {@link ReadRequest#layout}. */
  public Read layout(Layout order) {
    return with(request.layout(order));
  }

  /** Selects the cells of a dense array that are rows; see {@link ReadRequest.Cells}. */
  public Read cells(ReadRequest.Cells cells) {
    return with(request.cells(cells));
  }

  /** Sets the maximum number of cells; see {@link ReadRequest#limit(long)}. */
  public Read limit(long cells) {
    return with(request.limit(cells));
  }

  /** Sets the time limit of the read; see {@link ReadRequest#timeout(Duration)}. */
  public Read timeout(Duration most) {
    return with(request.timeout(most));
  }

  /** Sets the listener for progress; see {@link ReadRequest#progress(Progress)}. */
  public Read progress(Progress listener) {
    return with(request.progress(listener));
  }

  /**
   * Starts to read the cells in batches.
   *
   * @return the reader, to be closed by the caller unless it has returned its last batch
   */
  public BatchReader batches() {
    return batches(scope());
  }

  private BatchReader batches(ReadScope scope) {
    return Cancellation.translate(() -> new EngineReader(ReadPlanner.read(array, request, scope)));
  }

  /**
   * Starts to read the cells one by one, each as an object: convenient, but slower than {@link
   * #batches}. Attributes with an enumeration return the values of the enumeration.
   *
   * @return the cells; the read ends when the stream is closed or has no more cells
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

  /** Passes each cell to {@code action}, in the calling thread; see {@link #rows}. */
  public void forEach(Consumer<? super Row> action) {
    try (Stream<Row> rows = rows()) {
      rows.forEach(action);
    }
  }

  /**
   * Reads the values of a FLOAT64 attribute of a dense array, with their shape. Cells that were
   * never written and cells that do not meet the condition have the fill value.
   *
   * @param attribute the name of the attribute; selected fields are ignored
   * @return the values in the order of the request: row-major (the default) or column-major
   * @throws InvalidRequestException also under the conditions of {@link #into}
   */
  public Values<double[]> doubles(String attribute) {
    return values(attribute, count -> new double[count], ReadTarget::of);
  }

  /** Reads the values of a FLOAT32 attribute; see {@link #doubles}. */
  public Values<float[]> floats(String attribute) {
    return values(attribute, count -> new float[count], ReadTarget::of);
  }

  /**
   * Reads the values of an attribute of 8-byte integers or datetimes, UINT64 as the same bits; see
   * {@link #doubles}.
   */
  public Values<long[]> longs(String attribute) {
    return values(attribute, count -> new long[count], ReadTarget::of);
  }

  /**
   * Reads the values of an attribute of 4-byte integers, UINT32 as the same bits; see {@link
   * #doubles}.
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
   * Reads cells of a dense array directly into arrays of the caller, without a batch in between.
   * Each tile is read at most once. If the read fails, the contents of the arrays are undefined.
   *
   * @param targets the fields and their arrays, at least one; selected fields are ignored
   * @return the shape of the cells
   * @throws InvalidRequestException also if the array is sparse, a field has cells of variable
   *     size, a target has another type or is too small, or the request has a limit or {@link
   *     ReadRequest.Cells} other than {@code GRID}
   */
  public Values<Object> into(ReadTarget... targets) {
    return Cancellation.translate(
        () -> {
          List<String> fields = Stream.of(targets).map(ReadTarget::field).toList();
          return ReadPlanner.readInto(array, request, fields, cells -> List.of(targets), scope());
        });
  }

  /**
   * Parses an aggregation such as {@code "count(), max(mag) by type"} and aggregates the cells; see
   * {@link #aggregate(Aggregation)} and {@link Aggregation#parse}.
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
   * Aggregates the cells, in groups if the aggregation has keys. Selected fields and the order are
   * ignored. A cell of a sparse array counts once, even if it is in several ranges; a cell of a
   * dense array counts once for each range.
   *
   * <p>{@link ReadRequest.Cells} says which cells of a dense array count. By default {@code
   * count()} without a condition and without groups counts all cells of the ranges, written or not;
   * all other results cover written cells that meet the condition. {@code GRID} counts all cells of
   * the ranges whatever the condition.
   *
   * <p>Tiles whose stored statistics answer the request are not read. Distinct counts and quantiles
   * are exact; they and groups use at most a quarter of the memory budget.
   *
   * @param cost receives the cost of the aggregation, once, before this method returns
   * @return one row for each group, or one row without groups. The keys of the group come first,
   *     then the aggregates; each column is named by the text of its aggregate. Rows are sorted by
   *     keys, nulls last. An attribute with an enumeration is grouped by its indexes
   * @throws InvalidRequestException also if a function does not fit the type of its field, groups
   *     need too much memory, {@code having} names a column that is not in the result, or the
   *     request has a limit
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
   * Reads the cells in batches and aggregates the same cells on the way, in the order of the read.
   * Does not use statistics of tiles.
   *
   * @param aggregation of fields that the read selects
   * @param consumer receives each batch in the calling thread; it must not keep the batch
   * @return as for {@link #aggregate(Aggregation, Consumer)}
   * @throws InvalidRequestException also as {@code aggregate} does, but not for a limit
   */
  public Batch aggregateAndRead(Aggregation aggregation, Consumer<? super Batch> consumer) {
    return Cancellation.translate(
        () -> ReadPlanner.aggregateAndRead(array, request, aggregation, consumer, scope()));
  }

  /**
   * Returns the plan of the read. Reads tables of fragments and opens arrays of dimension labels,
   * but does not read cells, except to look up ranges of labels.
   */
  public PlannedRead plan() {
    return Cancellation.translate(() -> ReadPlanner.describe(array, request, scope()));
  }

  /**
   * Returns an upper bound of the size of each field in the result, in the order of the fields.
   * Each bound holds for all batches together. Reads tables of fragments, but no cells.
   *
   * @throws InvalidRequestException also if the read selects a dimension label
   */
  public Map<String, SizeBound> sizeBounds() {
    return Cancellation.translate(() -> ReadPlanner.sizes(array, request, scope()));
  }

  /**
   * Splits the read into parts that can be read in any order, even by other processes (see {@link
   * Array#token}). Each row of the read is in exactly one part. Dense arrays are split along tiles,
   * the slowest dimension first; with {@link ReadRequest.Cells#WRITTEN} every part has written
   * cells. Sparse arrays are split between cells into parts of similar size, or by tiles of
   * fragments if no cell can hide another ({@link ReadRequest#tiles}).
   *
   * <p>The rows of a part come in the order of the request. In global order the parts follow each
   * other, unless the array is in Hilbert order or the request has {@link ReadRequest#tiles}. Parts
   * that cannot meet the condition may be left out. Reads of points, and of labels alone, are one
   * part.
   *
   * @throws InvalidRequestException also if the request has a limit
   */
  public List<Split> splits(SplitOptions options) {
    return splits(options, tiles -> {});
  }

  /**
   * Splits the read as {@link #splits(SplitOptions)} does, at no further cost. Passes the numbers
   * of tiles of the whole read to {@code tiles} once, before it returns.
   */
  public List<Split> splits(SplitOptions options, Consumer<? super PlannedRead.Tiles> tiles) {
    return Cancellation.translate(
        () -> ReadPlanner.splits(array, request, options, tiles, scope()));
  }

  /**
   * Reads in a thread of the engine, which passes each batch to {@code consumer}, one after the
   * other. The read ends early if the future is completed or cancelled, if the consumer throws, or
   * if the engine is closed.
   *
   * @return the cost of the read when it is done, or the exception that ended it
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
   * the engine. It reads as many batches as its subscriber has requested, plus one. Cancelling the
   * subscription ends the read.
   */
  public Flow.Publisher<Batch> publisher() {
    return new BatchPublisher(this::batches, tasks);
  }

  private ReadScope scope() {
    return scopes.apply(request);
  }
}
