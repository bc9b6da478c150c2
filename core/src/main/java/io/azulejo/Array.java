package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.Release;
import io.azulejo.internal.format.SchemaNeeds;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.condition.AbsentValues;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.CountingStorage;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileCache;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.SnapshotChanges;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.ArrayStatistics;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.Grouping;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Row;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.Values;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An array as it was at the time of opening: an immutable snapshot, to be shared freely between
 * threads. Later writes are not seen.
 */
public final class Array {
  private final Engine engine;
  private final Snapshot snapshot;
  private final TileCache.OfArray tileCache;
  private final OpenOptions options;
  private final ReadStats openStats;

  private Array(
      Engine engine,
      Snapshot snapshot,
      TileCache.OfArray tileCache,
      OpenOptions options,
      ReadStats openStats) {
    this.engine = engine;
    this.tileCache = tileCache;
    this.snapshot = snapshot;
    this.options = options;
    this.openStats = openStats;
  }

  static Array open(Engine engine, Location location, OpenOptions options) {
    Storage storage = engine.reading(location, options);
    CountingStorage counted = new CountingStorage(storage);
    EngineEvent.Begun event = EngineEvent.OPEN.begin();
    Snapshot snapshot =
        Snapshot.open(
            counted,
            location,
            Engine.times(options),
            engine.key(location, options),
            engine.tasks());
    return opened(
        engine,
        snapshot.withStorage(storage),
        engine.tileCache().array(),
        options,
        counted.stats(),
        event);
  }

  static Array open(Engine engine, SnapshotToken token, OpenOptions options) {
    Location location = token.location();
    OpenOptions atTimes = options.at(token.times());
    Storage storage = engine.reading(location, options);
    CountingStorage counted = new CountingStorage(storage);
    EngineEvent.Begun event = EngineEvent.OPEN.begin();
    Snapshot snapshot =
        Snapshot.open(
            counted, location, token.names(), engine.key(location, options), engine.tasks());
    return opened(
        engine,
        snapshot.withStorage(storage),
        engine.tileCache().array(),
        atTimes,
        counted.stats(),
        event);
  }

  private static Array opened(
      Engine engine,
      Snapshot snapshot,
      TileCache.OfArray tileCache,
      OpenOptions options,
      ReadStats cost,
      EngineEvent.@Nullable Begun event) {
    if (event != null) {
      event.place(snapshot.location()).files(cost.opens()).bytes(cost.bytesRead()).done();
    }
    return new Array(engine, snapshot, tileCache, options, cost);
  }

  /**
   * Opens the array anew, as it is now, with the options that it was opened with: the result sees
   * what {@link Azulejo#open(Location, OpenOptions)} would see. But it lists the folders and reads
   * what is new alone: what this one has opened and loaded, such as footers and tables of
   * fragments, it takes over, and tiles that are kept. This one stays as it is. An array that was
   * opened at given times stays at these times.
   *
   * @return a snapshot of now; its {@link #openStats} are those of the refresh
   * @throws NotFoundException if there is no array any more
   */
  public Array refresh() {
    Storage storage = snapshot.storage();
    CountingStorage counted = new CountingStorage(storage);
    EngineEvent.Begun event = EngineEvent.OPEN.begin();
    Snapshot now = snapshot.refresh(counted, Engine.times(options), engine.tasks());
    return opened(engine, now.withStorage(storage), tileCache, options, counted.stats(), event);
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /**
   * What this array sees, as something that can be sent to other processes and opened there: see
   * {@link Azulejo#open(SnapshotToken)}.
   */
  public SnapshotToken token() {
    return SnapshotToken.of(snapshot.names());
  }

  /** The folder of the array. */
  public Location location() {
    return snapshot.location();
  }

  /** The range of times whose writes are seen. */
  public TimeRange times() {
    return snapshot.times();
  }

  /** What opening or refreshing it took: listings, reads of files and their bytes. */
  public ReadStats openStats() {
    return openStats;
  }

  /** The schema in force at the end of these times. */
  public ArraySchema schema() {
    return snapshot.schema().schema();
  }

  /** The format version that the schema is stored in. */
  public int formatVersion() {
    return snapshot.schema().version().number();
  }

  /**
   * The first release of TileDB that reads the array, such as {@code 2.25} or {@code 2.2.3}; empty
   * if none does yet.
   */
  public Optional<String> oldestReader() {
    Optional<Release> oldest =
        SchemaNeeds.oldestReader(snapshot.schema().version(), snapshot.schema().schema());
    for (Fragment fragment : snapshot.fragments()) {
      Optional<Release> reader =
          SchemaNeeds.oldestReader(fragment.version(), fragment.schema().schema());
      oldest = oldest.flatMap(a -> reader.map(b -> a.compareTo(b) >= 0 ? a : b));
    }
    return oldest.map(Release::toString);
  }

  /** The fragments that are seen at these times, the oldest first. */
  public List<FragmentInfo> fragments() {
    return FragmentSizes.describe(snapshot.storage(), snapshot.fragments(), engine.tasks());
  }

  /**
   * Returns the attributes that some fragment lacks. Its cells have the fill values of these, and
   * no condition on them is true there. Asks nothing of the store.
   */
  public List<String> laterAttributes() {
    return schema().attributes().stream()
        .map(Attribute::name)
        .filter(name -> snapshot.fragments().stream().anyMatch(f -> f.field(name).isEmpty()))
        .toList();
  }

  /**
   * Where the tiles of a fragment lie, in their order: for a tile of a sparse fragment the box
   * around its cells, for one of a dense fragment the part of the tile that is in the fragment's
   * non-empty domain. Boxes are made one by one as the stream is consumed.
   *
   * @param fragment its name, see {@link FragmentInfo#name}
   * @throws NotFoundException if no fragment of that name is seen at these times
   */
  public Stream<NDRange> tileBoxes(String fragment) {
    return snapshot.fragments().stream()
        .filter(f -> f.name().text().equals(fragment))
        .findFirst()
        .map(f -> FragmentTiles.boxes(f, schema()))
        .orElseThrow(
            () -> new NotFoundException("no fragment " + fragment + " is seen at these times"));
  }

  /** The box around all cells of all fragments; empty when nothing was written. */
  public Optional<NDRange> nonEmptyDomain() {
    return NonEmptyDomain.of(schema(), snapshot.fragments());
  }

  /** The metadata by key, sorted by the bytes of the keys; unmodifiable. */
  public Map<String, MetadataValue> metadata() {
    return Metadata.values(snapshot.metadata());
  }

  /**
   * What happened to the array in these times, as far as its files show it: schemas, fragments,
   * deletions, metadata, consolidation; the oldest first. What was replaced by consolidation is
   * listed until it is vacuumed.
   */
  public List<HistoryEntry> history() {
    return new History(snapshot, engine.tasks()).entries();
  }

  /**
   * The enumeration of that name.
   *
   * @throws io.azulejo.error.NotFoundException if the schema has none of that name
   */
  public Enumeration enumeration(String name) {
    return snapshot.enumeration(name);
  }

  /**
   * The values in a condition that no cell can have, because the enumerations of the attributes
   * lack them: what attributes are compared with for equality, or sought among. A read by such a
   * condition is no error, but finds less than was meant.
   *
   * @return values by attribute, written as in {@link Condition#parse}; no entry where there are
   *     none
   */
  public Map<String, List<String>> absentValues(Condition condition) {
    return AbsentValues.of(ConditionTree.of(condition), schema(), this::enumeration);
  }

  /**
   * Begins to read. The request is checked here; cells are read by {@link BatchReader#next}.
   *
   * @return the reader, to be closed by the caller
   * @throws io.azulejo.error.InvalidRequestException if it does not fit this array: an unknown
   *     field, a range outside the domain, several ranges in global order
   */
  public BatchReader read(ReadRequest request) {
    return ReadPlanner.read(snapshot, request, scope(request));
  }

  /**
   * Reads the values of an attribute of FLOAT64 of a dense array.
   *
   * @param attribute its name
   * @param part which cells; all that are within the non-empty domain by {@link Subarray#ALL}
   * @return the values in row-major order, with their shape; cells that were never written have the
   *     fill value
   * @throws io.azulejo.error.InvalidRequestException as {@link #readInto(ReadRequest,
   *     ReadTarget...)}
   */
  public Values<double[]> readDoubles(String attribute, Subarray part) {
    return values(attribute, part, count -> new double[count], ReadTarget::of);
  }

  /** As {@link #readDoubles}, of FLOAT32. */
  public Values<float[]> readFloats(String attribute, Subarray part) {
    return values(attribute, part, count -> new float[count], ReadTarget::of);
  }

  /** As {@link #readDoubles}, of integers of 8 bytes: UINT64 and datetimes as the same bits. */
  public Values<long[]> readLongs(String attribute, Subarray part) {
    return values(attribute, part, count -> new long[count], ReadTarget::of);
  }

  /** As {@link #readDoubles}, of integers of 4 bytes: UINT32 as the same bits. */
  public Values<int[]> readInts(String attribute, Subarray part) {
    return values(attribute, part, count -> new int[count], ReadTarget::of);
  }

  private <A> Values<A> values(
      String attribute,
      Subarray part,
      IntFunction<A> allocate,
      BiFunction<String, A, ReadTarget> target) {
    int valuesPerCell =
        schema().attribute(attribute).map(a -> Math.max(1, a.cellValNum())).orElse(1);
    ReadRequest request = ReadRequest.builder().subarray(part).build();
    Object[] made = new Object[1];
    Values<Object> values =
        ReadPlanner.readInto(
            snapshot,
            request,
            List.of(attribute),
            cells -> {
              A array = allocate.apply(length(cells, valuesPerCell));
              made[0] = array;
              return List.of(target.apply(attribute, array));
            },
            scope(request));
    @SuppressWarnings("unchecked")
    A array = (A) made[0];
    return new Values<>(array, values.shape(), values.layout(), values.box());
  }

  private static int length(int cells, int valuesPerCell) {
    if ((long) cells * valuesPerCell > Integer.MAX_VALUE - 8) {
      throw new InvalidRequestException(
          "%d cells of %d values are too many for one array: read smaller parts"
              .formatted(cells, valuesPerCell));
    }
    return cells * valuesPerCell;
  }

  /** As {@link #readInto(ReadRequest, ReadTarget...)}, in row-major order. */
  public Values<Object> readInto(Subarray part, ReadTarget... targets) {
    return readInto(ReadRequest.builder().subarray(part).build(), targets);
  }

  /**
   * Reads cells of a dense array to arrays of the caller, each value to its place: no batch lies in
   * between, and no tile is read twice.
   *
   * @param request which cells, and in which order they lie: row-major or column-major; its fields
   *     do not count. Cells that do not meet its condition get fill values
   * @param targets the fields and where they go, at least one
   * @return the shape of the cells
   * @throws io.azulejo.error.InvalidRequestException if it does not fit this array: one that is
   *     sparse; an unknown field, or one of variable size; an array of another type or too small; a
   *     limit; a range outside the domain
   * @throws java.util.concurrent.CancellationException if the thread is interrupted, or the timeout
   *     is over; what is in the arrays then is undefined
   */
  public Values<Object> readInto(ReadRequest request, ReadTarget... targets) {
    List<String> fields = Stream.of(targets).map(ReadTarget::field).toList();
    return ReadPlanner.readInto(
        snapshot, request, fields, cells -> List.of(targets), scope(request));
  }

  /**
   * Describes what a read would do. Tables of fragments are looked at, and arrays of dimension
   * labels opened, but no cell is read, unless ranges of labels have to be looked up.
   *
   * @throws io.azulejo.error.InvalidRequestException as {@link #read}
   */
  public PlannedRead plan(ReadRequest request) {
    return ReadPlanner.describe(snapshot, request, scope(request));
  }

  /**
   * What is new in this snapshot since an earlier one.
   *
   * @param earlier the token of a snapshot of this array, at the same times or up to earlier ones
   * @throws io.azulejo.error.NotFoundException if it cannot be told, as fragments that the earlier
   *     snapshot has were consolidated and vacuumed since
   * @throws io.azulejo.error.InvalidRequestException if the token is of another array
   */
  public ArrayChanges changes(SnapshotToken earlier) {
    return changes(earlier, Integer.MAX_VALUE);
  }

  /**
   * The oldest of what is new in this snapshot since an earlier one; the rest is new since {@link
   * ArrayChanges#next}.
   *
   * @param earlier as {@link #changes(SnapshotToken)}; {@link SnapshotToken#withoutCells} for all
   * @param most the most fragments
   * @throws io.azulejo.error.NotFoundException as {@link #changes(SnapshotToken)}
   * @throws io.azulejo.error.InvalidRequestException if the token is of another array
   * @throws IllegalArgumentException if {@code most} is negative
   */
  public ArrayChanges changes(SnapshotToken earlier, int most) {
    if (most < 0) {
      throw new IllegalArgumentException("at most " + most + " fragments: the least is 0");
    }
    if (!earlier.location().equals(location())) {
      throw new InvalidRequestException(
          "the token is of %s, this is %s: give one of the same array"
              .formatted(earlier.location(), location()));
    }
    SnapshotChanges changes = new SnapshotChanges(earlier.names(), snapshot, engine.tasks());
    List<FragmentName> written = changes.written();
    List<FragmentName> oldest = written.subList(0, Math.min(most, written.size()));
    SnapshotNames next = changes.knownWith(oldest);
    return new ArrayChanges(
        oldest.stream().map(FragmentName::text).toList(),
        SnapshotToken.of(changes.withFragments(oldest)),
        SnapshotToken.of(next),
        changes.consolidated(next),
        changes.removed(),
        changes.deletions(),
        changes.schemaChanged());
  }

  /**
   * Cuts a read into parts that can be read in any order, also by other processes (see {@link
   * #token}). Each row of the read is in exactly one part. Dense arrays are cut along tiles, the
   * slowest dimension first; with {@link ReadRequest.Cells#WRITTEN} every part has written cells.
   * Sparse arrays are cut between cells into parts of similar size, or by tiles of fragments if no
   * cell can hide another ({@link ReadRequest#tiles}).
   *
   * <p>The rows of a part come in the order of the request. In global order the parts follow each
   * other, unless the array is in Hilbert order or the request has {@link ReadRequest#tiles}. Parts
   * that cannot meet the condition may be missing. Single points, and labels alone, are one part.
   *
   * @throws io.azulejo.error.InvalidRequestException as {@link #read}, and if there is a limit
   */
  public List<Split> splits(ReadRequest request, SplitOptions options) {
    return splits(request, options, tiles -> {});
  }

  /**
   * Does the same as {@link #splits(ReadRequest, SplitOptions)}, at no further cost, and passes the
   * numbers of tiles of the whole read to {@code tiles} once, before it returns.
   */
  public List<Split> splits(
      ReadRequest request, SplitOptions options, Consumer<? super PlannedRead.Tiles> tiles) {
    return ReadPlanner.splits(snapshot, request, options, tiles, scope(request));
  }

  /**
   * Reads in a thread of the engine, which passes each batch to a consumer. The read ends early if
   * the future is completed before, the consumer throws, or the engine is closed.
   *
   * @param consumer is called by one thread, a batch after the other
   * @return what the read cost, when it is done; or what {@link #read} and {@link BatchReader#next}
   *     throw
   * @throws IllegalStateException if the engine is closed
   */
  public CompletableFuture<ReadStats> readAsync(
      ReadRequest request, Consumer<? super Batch> consumer) {
    ReadScope scope = scope(request);
    return engine
        .tasks()
        .drive(
            () -> {
              try (BatchReader in = ReadPlanner.read(snapshot, request, scope)) {
                for (Batch batch = in.next(); batch != null; batch = in.next()) {
                  consumer.accept(batch);
                }
                return in.stats();
              }
            },
            () -> scope.stop("the future was completed"));
  }

  /**
   * The cells of a request, one after the other, each as an object: convenient, but slower than
   * {@link #read}. Cells of a dense array that do not meet a condition are left out, unless the
   * request says otherwise.
   *
   * @return the cells; closing the stream, or reading it to the end, ends the read
   */
  public Stream<Row> rows(ReadRequest request) {
    Map<String, Enumeration> enumerations = new HashMap<>();
    for (Attribute attribute : schema().attributes()) {
      boolean wanted = request.fields().map(f -> f.contains(attribute.name())).orElse(true);
      if (wanted && attribute.enumeration().isPresent()) {
        enumerations.put(attribute.name(), enumeration(attribute.enumeration().get()));
      }
    }
    return read(request.forRows()).stream().flatMap(batch -> Row.of(batch, enumerations));
  }

  private ReadScope scope(ReadRequest request) {
    return new ReadScope(
        snapshot.storage(),
        engine.tasks(),
        engine.scratchPool(),
        engine.budget(),
        request,
        tileCache,
        engine.arrays());
  }

  /**
   * Aggregates the cells of a request: one row with a column for each aggregate, named by its text.
   * Of the request count the part of the array, the condition, {@link ReadRequest#onlyMatching} and
   * the timeout; fields and order do not. A cell of a sparse array counts once, in however many
   * ranges it is; in a dense array once for each.
   *
   * <p>Of a dense array {@code count()} counts all cells of the ranges, written or not, whatever
   * the condition; with onlyMatching and a condition those that meet it. All other aggregates are
   * made of cells that were written and meet the condition. Where the request says {@link
   * ReadRequest#cells}, all aggregates, counts and groups among them, are made of these cells, as
   * far as they meet the condition.
   *
   * <p>Tiles whose stored statistics answer the request are not read.
   *
   * @throws io.azulejo.error.InvalidRequestException if it does not fit this array: an unknown
   *     field, a range outside the domain, an aggregate that there is not of the field's type, a
   *     limit
   */
  public Batch aggregate(ReadRequest request, List<Aggregate> aggregates) {
    return aggregate(request, aggregates, List.of());
  }

  /**
   * Aggregates the cells of a request group by group: cells with the same values in some fields. A
   * row for each group, with these values first, then the aggregates; in the order of the values,
   * nulls last. An attribute with an enumeration makes groups by its indexes. Of a dense array only
   * the cells count that were written and meet the condition, in {@code count()} as well, unless
   * the request says otherwise.
   *
   * @param groupBy dimensions and attributes, of numbers, strings or bytes; none makes all cells
   *     one group
   * @throws io.azulejo.error.InvalidRequestException as {@link #aggregate(ReadRequest, List)}, and
   *     if there are too many groups for a quarter of the memory budget
   */
  public Batch aggregate(ReadRequest request, List<Aggregate> aggregates, List<String> groupBy) {
    if (aggregates.isEmpty()) {
      throw new InvalidRequestException("no aggregate is asked for: ask for count(), at least");
    }
    return aggregate(
        request, new Aggregation(aggregates, groupBy.stream().map(Grouping::by).toList()));
  }

  /**
   * Aggregates the cells of a request group by group, by fields, periods of datetimes or intervals
   * of numbers, and leaves out the groups that are not wanted; see {@link #aggregate(ReadRequest,
   * List, List)}. The column of a period or an interval is named by its text.
   *
   * <p>Different values ({@link Aggregate#countDistinct}) and quantiles are exact; values are kept
   * for them, within the quarter of the memory budget that groups have.
   *
   * @throws io.azulejo.error.InvalidRequestException as above, and if a period or an interval does
   *     not go with the type of its field, if values that are kept take too much memory, or if the
   *     condition names no column of the answer
   */
  public Batch aggregate(ReadRequest request, Aggregation aggregation) {
    return aggregate(request, aggregation, cost -> {});
  }

  /**
   * As {@link #aggregate(ReadRequest, Aggregation)}.
   *
   * @param cost receives what it has cost: once, before the answer is returned
   */
  public Batch aggregate(
      ReadRequest request, Aggregation aggregation, Consumer<? super ReadStats> cost) {
    ReadScope scope = scope(request);
    Batch answer =
        scope
            .counters()
            .waiting(() -> ReadPlanner.aggregate(snapshot, request, aggregation, scope));
    cost.accept(scope.counters().stats());
    return answer;
  }

  /**
   * What is known of the array and of fields without a look at cells, by the tables of fragments:
   * for planners. Each number is labelled as exact, as a bound, or as not known. Tables that are
   * read for it are kept as those of reads are.
   *
   * @param fields dimensions, attributes, {@link ReadRequest#TIMESTAMPS}; none for the number of
   *     cells alone, which takes no table
   * @throws io.azulejo.error.InvalidRequestException if there is no field of a name, or it is that
   *     of a label
   */
  public ArrayStatistics statistics(List<String> fields) {
    return ReadPlanner.statistics(snapshot, fields, scope(ReadRequest.builder().build()));
  }

  /** Where it is, of which format version, and the head of its schema. */
  @Override
  public String toString() {
    return "%s (format version %d): %s".formatted(location(), formatVersion(), schema());
  }
}
