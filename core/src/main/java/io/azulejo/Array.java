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
    return Cancellation.atDoor(
        () -> {
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
        });
  }

  static Array open(Engine engine, SnapshotToken token, OpenOptions options) {
    return Cancellation.atDoor(
        () -> {
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
        });
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
    return Cancellation.atDoor(
        () -> {
          Storage storage = snapshot.storage();
          CountingStorage counted = new CountingStorage(storage);
          EngineEvent.Begun event = EngineEvent.OPEN.begin();
          Snapshot now = snapshot.refresh(counted, Engine.times(options), engine.tasks());
          return opened(
              engine, now.withStorage(storage), tileCache, options, counted.stats(), event);
        });
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
    return Cancellation.atDoor(
        () -> FragmentSizes.describe(snapshot.storage(), snapshot.fragments(), engine.tasks()));
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
    return Cancellation.atDoor(() -> Metadata.values(snapshot.metadata()));
  }

  /**
   * What happened to the array in these times, as far as its files show it: schemas, fragments,
   * deletions, metadata, consolidation; the oldest first. What was replaced by consolidation is
   * listed until it is vacuumed.
   */
  public List<HistoryEntry> history() {
    return Cancellation.atDoor(() -> new History(snapshot, engine.tasks()).entries());
  }

  /**
   * The enumeration of that name.
   *
   * @throws io.azulejo.error.NotFoundException if the schema has none of that name
   */
  public Enumeration enumeration(String name) {
    return Cancellation.atDoor(() -> snapshot.enumeration(name));
  }

  /**
   * Returns the schemas that the array has had up to the end of these times, by the names that they
   * are stored under, the oldest first. The last one is {@link #schema}. Reads nothing.
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
   * order of the schema. Reads those that this array has not loaded before.
   *
   * @param schema the name that the schema is stored under
   * @throws io.azulejo.error.NotFoundException if there is no such schema in these times
   */
  public Map<String, Enumeration> enumerations(String schema) {
    return Cancellation.atDoor(
        () -> {
          Map<String, ArraySchema> schemas = schemas();
          ArraySchema stored = schemas.get(schema);
          if (stored == null) {
            throw new NotFoundException(
                "the array has no stored schema \"%s\"; %s"
                    .formatted(schema, Suggestion.thereAre(schemas.keySet())),
                location().toString());
          }
          return snapshot.enumerations(stored, engine.tasks());
        });
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
    return Cancellation.atDoor(
        () -> AbsentValues.of(ConditionAccess.tree(condition), schema(), this::enumeration));
  }

  /** Starts a read of all cells and fields, to be narrowed down. */
  public Read read() {
    return read(ReadRequest.ALL);
  }

  /** Starts a read of what a request names. */
  public Read read(ReadRequest request) {
    return new Read(snapshot, engine.tasks(), this::scope, request);
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
   * @throws InvalidRequestException if {@code most} is negative
   */
  public ArrayChanges changes(SnapshotToken earlier, int most) {
    return Cancellation.atDoor(
        () -> {
          if (most < 0) {
            throw new InvalidRequestException("at most " + most + " fragments: give 0 or more");
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

  /** What one run of a read works with. */
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
   * What is known of the array and of fields without a look at cells, by the tables of fragments:
   * for planners. Each number is labelled as exact, as a bound, or as not known. Tables that are
   * read for it are kept as those of reads are.
   *
   * @param fields dimensions, attributes, {@link ReadRequest#TIMESTAMPS}; none for the number of
   *     cells alone, which takes no table
   * @throws io.azulejo.error.InvalidRequestException if a name is unknown, or names a label
   */
  public ArrayStatistics statistics(List<String> fields) {
    return Cancellation.atDoor(
        () -> ReadPlanner.statistics(snapshot, fields, scope(ReadRequest.ALL)));
  }

  /**
   * Writes what this array holds to a new array with another layout: all cells as they are seen,
   * the metadata, enumerations, dimension labels and the domain in use. History is not kept: all is
   * of one time. Cells of a dense array that are in no fragment's non-empty domain are not written,
   * so the new array has a fragment for each box of those that are.
   *
   * <p>The new array is there when all of it is; if this fails or is interrupted, nothing is left.
   * It has the key of the old one, unless the request says otherwise.
   *
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit the array
   * @throws io.azulejo.error.AlreadyExistsException if there is anything at the new place
   */
  public RepackReport repack(Location to, RepackRequest request) {
    return Cancellation.atDoor(() -> Maintenance.repack(engine, snapshot, to, request));
  }

  /** See {@link #repack(Location, RepackRequest)}; for a path or URI. */
  public RepackReport repack(String to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /** See {@link #repack(Location, RepackRequest)}; for a local path. */
  public RepackReport repack(Path to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /** See {@link #repack(Location, RepackRequest)}; for a URI. */
  public RepackReport repack(URI to, RepackRequest request) {
    return repack(Location.of(to), request);
  }

  /**
   * Tries layouts of this array on a sample of its cells from places all over it: filters by
   * encoding and decoding, tiles by counting those that boxes and slices touch. Nothing is written.
   * Times are those of this machine; the rest is always the same of the same array.
   */
  public Advice advise(AdviceRequest request) {
    return Cancellation.atDoor(() -> Maintenance.advise(engine, snapshot, request));
  }

  /**
   * Compares this array with another one: schemas, metadata and cells. All cells are read, in a
   * memory that does not depend on how many they are.
   *
   * @throws io.azulejo.error.InvalidRequestException if cells that have the same coordinates, which
   *     are compared all at once, are too many for a quarter of the memory budget
   */
  public ArrayDifference diff(Array other, DiffRequest request) {
    return Cancellation.atDoor(() -> Maintenance.diff(engine, snapshot, other.snapshot, request));
  }

  /** Where it is, of which format version, and the head of its schema. */
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
