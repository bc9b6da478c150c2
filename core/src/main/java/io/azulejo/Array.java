package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.condition.ConditionAccess;
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
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.SnapshotChanges;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.query.ArrayStatistics;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of an array as of the time of opening. Later writes are not visible. Safe
 * for use by many threads.
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
    return Cancellation.translate(
        () -> {
          Storage storage = engine.reading(location, options);
          CountingStorage counted = new CountingStorage(storage);
          EngineEvent.Started event = EngineEvent.OPEN.begin();
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
        });
  }

  static Array open(Engine engine, SnapshotToken token, OpenOptions options) {
    return Cancellation.translate(
        () -> {
          Location location = token.location();
          OpenOptions atTimes = options.at(token.times());
          Storage storage = engine.reading(location, options);
          CountingStorage counted = new CountingStorage(storage);
          EngineEvent.Started event = EngineEvent.OPEN.begin();
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
        });
  }

  private static Array opened(
      Engine engine,
      Snapshot snapshot,
      TileCache.OfArray tileCache,
      OpenOptions options,
      ReadStats cost,
      EngineEvent.@Nullable Started event) {
    if (event != null) {
      event.place(snapshot.location()).files(cost.opens()).bytes(cost.bytesRead()).done();
    }
    return new Array(engine, snapshot, tileCache, options, cost);
  }

  /**
   * Opens the present state of the array with the same options: the result sees what {@link
   * Azulejo#open(Location, OpenOptions)} would see. Only lists folders and reads new files;
   * footers, tables of fragments and cached tiles are shared with this snapshot, which does not
   * change. An array that was opened at given times stays at these times.
   *
   * @return a new snapshot; its {@link #openStats} are the cost of the refresh
   * @throws NotFoundException if the array does not exist any more
   */
  public Array refresh() {
    return Cancellation.translate(
        () -> {
          Storage storage = snapshot.storage();
          CountingStorage counted = new CountingStorage(storage);
          EngineEvent.Started event = EngineEvent.OPEN.begin();
          Snapshot now = snapshot.refresh(counted, Engine.times(options), engine.tasks());
          return opened(
              engine, now.withStorage(storage), tileCache, options, counted.stats(), event);
        });
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Returns a token of this snapshot, which other processes can open; see {@link
   * Azulejo#open(SnapshotToken)}.
   */
  public SnapshotToken token() {
    return SnapshotToken.of(snapshot.names());
  }

  /** Returns the folder of the array. */
  public Location location() {
    return snapshot.location();
  }

  /** Returns the times whose writes are visible. */
  public TimeRange times() {
    return snapshot.times();
  }

  /** Returns the cost of opening or refreshing the array: listings, file reads and their bytes. */
  public ReadStats openStats() {
    return openStats;
  }

  /** Returns the schema in force at the end of {@link #times}. */
  public ArraySchema schema() {
    return snapshot.schema().schema();
  }

  /** Returns the format version in which the schema is stored. */
  public int formatVersion() {
    return snapshot.schema().version().number();
  }

  /**
   * Returns the first release of TileDB that can read the array, such as {@code 2.25} or {@code
   * 2.2.3}; empty if no release can read it yet.
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

  /** Returns the visible fragments, the oldest first. */
  public List<FragmentInfo> fragments() {
    return Cancellation.translate(
        () -> FragmentSizes.describe(snapshot.storage(), snapshot.fragments(), engine.tasks()));
  }

  /**
   * Returns the attributes that at least one fragment lacks. Its cells have the fill values of
   * these attributes, and no condition on them is true there. Does not access the store.
   */
  public List<String> attributesMissingInFragments() {
    return schema().attributes().stream()
        .map(Attribute::name)
        .filter(name -> snapshot.fragments().stream().anyMatch(f -> f.field(name).isEmpty()))
        .toList();
  }

  /**
   * Returns the boxes of a fragment's tiles, in the order of the tiles. For a sparse fragment a box
   * bounds the cells of a tile. For a dense fragment it is the part of the tile within the
   * fragment's non-empty domain. Boxes are created one by one as the stream is consumed.
   *
   * @param fragment the name of the fragment, see {@link FragmentInfo#name}
   * @throws NotFoundException if a visible fragment does not have this name
   */
  public Stream<NDRange> tileBoxes(String fragment) {
    return snapshot.fragments().stream()
        .filter(f -> f.name().text().equals(fragment))
        .findFirst()
        .map(f -> FragmentTiles.boxes(f, schema()))
        .orElseThrow(
            () -> new NotFoundException("fragment " + fragment + " is not visible at these times"));
  }

  /** Returns the box around all cells of all fragments; empty if nothing was written. */
  public Optional<NDRange> nonEmptyDomain() {
    return NonEmptyDomain.of(schema(), snapshot.fragments());
  }

  /** Returns the metadata by key, sorted by the bytes of the keys; unmodifiable. */
  public Map<String, MetadataValue> metadata() {
    return Cancellation.translate(() -> Metadata.values(snapshot.metadata()));
  }

  /**
   * Returns the events in the array's life within its times, the oldest first, as far as files show
   * them: schemas, fragments, deletions, metadata, consolidation. Inputs of a consolidation are
   * listed until they are vacuumed.
   */
  public List<HistoryEntry> history() {
    return Cancellation.translate(() -> new History(snapshot, engine.tasks()).entries());
  }

  /**
   * Returns the enumeration with this name.
   *
   * @throws io.azulejo.error.NotFoundException if the schema does not have this enumeration
   */
  public Enumeration enumeration(String name) {
    return Cancellation.translate(() -> snapshot.enumeration(name));
  }

  /**
   * Returns the array's schemas up to the end of its times by their stored names, the oldest first.
   * The last one is {@link #schema}. Does not access the store.
   */
  public Map<String, ArraySchema> schemas() {
    Map<String, ArraySchema> schemas = new LinkedHashMap<>();
    snapshot
        .history()
        .schemasUntil(times().end())
        .forEach((name, stored) -> schemas.put(name, stored.schema()));
    return Collections.unmodifiableMap(schemas);
  }

  /**
   * Returns the enumerations of one of the {@linkplain #schemas stored schemas} by name, in the
   * order of the schema. Reads enumerations that this array has not loaded before.
   *
   * @param schema the stored name of the schema
   * @throws io.azulejo.error.NotFoundException if the array does not have this schema at its times
   */
  public Map<String, Enumeration> enumerations(String schema) {
    return Cancellation.translate(
        () -> {
          Map<String, ArraySchema> schemas = schemas();
          ArraySchema stored = schemas.get(schema);
          if (stored == null) {
            throw new NotFoundException(
                "the array has no stored schema \"%s\"; %s"
                    .formatted(schema, Suggestion.valid(schemas.keySet())),
                location().toString());
          }
          return snapshot.enumerations(stored, engine.tasks());
        });
  }

  /**
   * Returns the constants in a condition that cannot occur in any cell because they are not in the
   * attribute's enumeration. Checks equality and set membership. A read with such a condition does
   * not fail, but it finds fewer cells than intended.
   *
   * @return values by attribute, written as in {@link Condition#parse}; only attributes with such
   *     values
   */
  public Map<String, List<String>> absentValues(Condition condition) {
    return Cancellation.translate(
        () -> AbsentValues.of(ConditionAccess.tree(condition), schema(), this::enumeration));
  }

  /** Starts a read of all cells and fields, to be narrowed down. */
  public Read read() {
    return read(ReadRequest.ALL);
  }

  /** Starts a read of the cells and fields of a request. */
  public Read read(ReadRequest request) {
    return new Read(snapshot, engine.tasks(), this::scope, request);
  }

  /**
   * Returns the changes in this snapshot since an earlier one.
   *
   * @param earlier the token of a snapshot of this array, at the same times or up to earlier ones
   * @throws io.azulejo.error.NotFoundException if fragments of the earlier snapshot were
   *     consolidated and vacuumed since, so that the changes are unknown
   * @throws io.azulejo.error.InvalidRequestException if the token is of another array
   */
  public ArrayChanges changes(SnapshotToken earlier) {
    return changes(earlier, Integer.MAX_VALUE);
  }

  /**
   * Returns the oldest changes in this snapshot since an earlier one. The other changes are those
   * since {@link ArrayChanges#next}.
   *
   * @param earlier the token as in {@link #changes(SnapshotToken)}; {@link
   *     SnapshotToken#withoutCells} for all cells
   * @param most the maximum number of fragments
   * @throws io.azulejo.error.NotFoundException under the conditions of {@link
   *     #changes(SnapshotToken)}
   * @throws io.azulejo.error.InvalidRequestException if the token is of another array
   * @throws InvalidRequestException if {@code most} is negative
   */
  public ArrayChanges changes(SnapshotToken earlier, int most) {
    return Cancellation.translate(
        () -> {
          if (most < 0) {
            throw new InvalidRequestException(
                "limit of " + most + " fragments is negative (minimum: 0)");
          }
          if (!earlier.location().equals(location())) {
            throw new InvalidRequestException(
                "the token belongs to %s, but this array is %s; pass a token of this array"
                    .formatted(earlier.location(), location()));
          }
          SnapshotChanges changes = new SnapshotChanges(earlier.names(), snapshot, engine.tasks());
          List<FragmentName> written = changes.written();
          List<FragmentName> oldest = written.subList(0, Math.min(most, written.size()));
          SnapshotNames next = changes.namesIncluding(oldest);
          return new Changes(
              oldest.stream().map(FragmentName::text).toList(),
              SnapshotToken.of(changes.withFragments(oldest)),
              SnapshotToken.of(next),
              changes.consolidated(next),
              changes.removed(),
              changes.deletions(),
              changes.schemaChanged());
        });
  }

  /** Returns the resources for one run of a read. */
  private ReadScope scope(ReadRequest request) {
    return new ReadScope(
        snapshot.storage(),
        engine.resources(),
        request,
        tileCache,
        engine.arrays(),
        engine.reads());
  }

  /**
   * Returns statistics of the array and of fields from the tables of fragments, without reading
   * cells: for query planners. Each number is exact, a bound, or unknown. The tables are cached as
   * for reads.
   *
   * @param fields dimensions, attributes, {@link ReadRequest#TIMESTAMPS}; empty for the number of
   *     cells only, which does not need tables
   * @throws io.azulejo.error.InvalidRequestException if a name is unknown or is the name of a label
   */
  public ArrayStatistics statistics(List<String> fields) {
    return Cancellation.translate(
        () -> ReadPlanner.statistics(snapshot, fields, scope(ReadRequest.ALL)));
  }

  /**
   * Writes this snapshot to a new array with another layout: all visible cells, the metadata,
   * enumerations, dimension labels and the current domain. History is not kept: everything gets the
   * same timestamp. Dense cells outside all non-empty domains of fragments are not written; the new
   * array has one fragment for each box of the other cells.
   *
   * <p>The new array becomes visible when it is complete. If the call fails or is interrupted, it
   * leaves nothing behind. The new array uses the old one's key unless the request says otherwise.
   *
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   * @throws io.azulejo.error.AlreadyExistsException if the new location is not empty
   */
  public RepackReport repack(Location to, RepackRequest request) {
    return Cancellation.translate(() -> Maintenance.repack(engine, snapshot, to, request));
  }

  /** Calls {@link #repack(Location, RepackRequest)} with a path or URI. */
  public RepackReport repack(String to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /** Calls {@link #repack(Location, RepackRequest)} with a local path. */
  public RepackReport repack(Path to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /** Calls {@link #repack(Location, RepackRequest)} with a URI. */
  public RepackReport repack(URI to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /**
   * Compares layouts of this array on a sample of its cells from all over the array. Filters are
   * tried by encoding and decoding, tiles by counting how many of them boxes and slices touch.
   * Writes nothing. Times are measured on this machine; all other results are always the same for
   * the same array.
   */
  public Advice advise(AdviceRequest request) {
    return Cancellation.translate(() -> Maintenance.advise(engine, snapshot, request));
  }

  /**
   * Compares schemas, metadata and cells of this array and another array. Reads all cells; memory
   * does not depend on their number.
   *
   * @throws io.azulejo.error.InvalidRequestException if cells with equal coordinates, which are
   *     compared together, need more than a quarter of the memory budget
   */
  public ArrayDifference diff(Array other, DiffRequest request) {
    return Cancellation.translate(
        () -> Maintenance.diff(engine, snapshot, other.snapshot, request));
  }

  /** Returns location, format version and a summary of the schema. */
  @Override
  public String toString() {
    return "%s (format version %d): %s".formatted(location(), formatVersion(), schema());
  }

  private record Changes(
      List<String> written,
      SnapshotToken cells,
      SnapshotToken next,
      boolean consolidated,
      List<String> removed,
      List<String> deletions,
      boolean schemaChanged)
      implements ArrayChanges {
    Changes {
      written = List.copyOf(written);
      removed = List.copyOf(removed);
      deletions = List.copyOf(deletions);
    }
  }
}
