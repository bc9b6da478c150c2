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
import io.azulejo.internal.read.tile.KeptFiles;
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
 * An immutable snapshot of an array as of the time when it was opened. Later writes are not
 * visible. Safe for use by several threads.
 */
public final class Array {
  private final Engine engine;
  private final Snapshot snapshot;
  private final TileCache.OfArray tileCache;
  private final KeptFiles.OfArray keptFiles;
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
    this.keptFiles = engine.keptFiles().array(snapshot.storage());
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
   * Opens the current state of the array with the options of this snapshot. The result has the same
   * contents as the array that {@link Azulejo#open(Location, OpenOptions)} would return. This
   * method only lists folders and reads new files: the result shares footers, fragment metadata and
   * cached tiles with this snapshot, which does not change. An array that was opened at a given
   * time range keeps that range.
   *
   * @return a new snapshot; its {@link #openStats} contain the cost of the refresh
   * @throws NotFoundException if the array no longer exists
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
   * Returns a token of this snapshot. Other processes can open the same snapshot with it; see
   * {@link Azulejo#open(SnapshotToken)}.
   */
  public SnapshotToken token() {
    return SnapshotToken.of(snapshot.names());
  }

  /** Returns the location of the array's folder. */
  public Location location() {
    return snapshot.location();
  }

  /** Returns the time range whose writes are visible. */
  public TimeRange times() {
    return snapshot.times();
  }

  /**
   * Returns the cost of opening or refreshing the array: the number of listings and file reads, and
   * the bytes read.
   */
  public ReadStats openStats() {
    return openStats;
  }

  /** Returns the schema that was current at the end of {@link #times}. */
  public ArraySchema schema() {
    return snapshot.schema().schema();
  }

  /**
   * Returns the times in the stored name of {@link #schema}, usually the millisecond in which it
   * was stored. Empty if the array was created in a format version before 10 and never evolved.
   * Does not access the store.
   */
  public Optional<TimeRange> schemaTimes() {
    return schemas().keySet().stream().reduce((a, b) -> b).flatMap(FragmentSizes::times);
  }

  /** Returns the format version in which the schema is stored, from 1 to 23. */
  public int formatVersion() {
    return snapshot.schema().version().number();
  }

  /**
   * Returns the oldest TileDB release that can read the array, such as {@code 2.25} or {@code
   * 2.2.3}. Empty if no TileDB release can read it yet.
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

  /** Returns the visible fragments, oldest first. */
  public List<FragmentInfo> fragments() {
    return Cancellation.translate(
        () -> FragmentSizes.describe(snapshot, snapshot.fragments(), engine.tasks()));
  }

  /**
   * Returns the names of the attributes that at least one fragment lacks. The cells of such a
   * fragment have the fill values of these attributes, and do not meet any condition on them. Does
   * not access the store.
   */
  public List<String> attributesMissingInFragments() {
    return schema().attributes().stream()
        .map(Attribute::name)
        .filter(name -> snapshot.fragments().stream().anyMatch(f -> f.field(name).isEmpty()))
        .toList();
  }

  /**
   * Returns the boxes of a fragment's tiles, in tile order. For a sparse fragment, a box is the
   * bounding box of a tile's cells. For a dense fragment, it is the part of the tile within the
   * fragment's non-empty domain. Boxes are created as the stream is consumed.
   *
   * @param fragment the name of the fragment; see {@link FragmentInfo#name}
   * @throws NotFoundException if no visible fragment has this name
   */
  public Stream<NDRange> tileBoxes(String fragment) {
    return Cancellation.translate(
        () ->
            snapshot.fragments().stream()
                .filter(f -> f.name().text().equals(fragment))
                .findFirst()
                .map(f -> FragmentTiles.boxes(f, schema()))
                .orElseThrow(
                    () ->
                        new NotFoundException(
                            "fragment " + fragment + " is not visible at these times")));
  }

  /** Returns the bounding box of all cells in all fragments; empty if nothing was written. */
  public Optional<NDRange> nonEmptyDomain() {
    return NonEmptyDomain.of(schema(), snapshot.fragments());
  }

  /** Returns the metadata by key, sorted by the bytes of the keys. The map is unmodifiable. */
  public Map<String, MetadataValue> metadata() {
    return Cancellation.translate(() -> Metadata.values(snapshot.metadata()));
  }

  /**
   * Returns the events in the array's history within its times, oldest first: stored schemas,
   * written fragments, deletions, metadata changes and consolidations. Events are derived from the
   * files that exist now. The inputs of a consolidation are therefore listed only until they are
   * vacuumed.
   */
  public List<HistoryEntry> history() {
    return Cancellation.translate(() -> new History(snapshot, engine.tasks()).entries());
  }

  /**
   * Returns the enumeration with a name.
   *
   * @throws io.azulejo.error.NotFoundException if the schema does not have this enumeration
   */
  public Enumeration enumeration(String name) {
    return Cancellation.translate(() -> snapshot.enumeration(name));
  }

  /**
   * Returns all schemas that the array had up to the end of its times, by stored name, oldest
   * first. The last one is {@link #schema}. Does not access the store. The map is unmodifiable.
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
   * Returns the enumerations of one of the {@linkplain #schemas stored schemas}, by name in schema
   * order. Reads the enumerations that this array has not loaded yet.
   *
   * @param schema the stored name of the schema, which is a key of {@link #schemas}
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
   * Returns the constants in a condition that are not in an attribute's enumeration, so that no
   * cell can have them. Only equality and set membership are checked. A read with such a condition
   * does not fail, but may return fewer cells than intended.
   *
   * @return the constants by attribute name, in the syntax of {@link Condition#parse}; attributes
   *     without such constants are not included
   */
  public Map<String, List<String>> absentValues(Condition condition) {
    return Cancellation.translate(
        () -> AbsentValues.of(ConditionAccess.tree(condition), schema(), this::enumeration));
  }

  /**
   * Prepares a read of all cells and fields. The methods of the result narrow it down and run it.
   */
  public Read read() {
    return read(ReadRequest.ALL);
  }

  /** Prepares a read of the cells and fields that a request selects. */
  public Read read(ReadRequest request) {
    return new Read(snapshot, engine.tasks(), this::scope, request);
  }

  /**
   * Returns the changes between an earlier snapshot and this one.
   *
   * @param earlier the token of a snapshot of this array, at the same times or up to an earlier
   *     time
   * @throws io.azulejo.error.NotFoundException if fragments of the earlier snapshot have been
   *     consolidated and vacuumed, so that the changes are unknown
   * @throws io.azulejo.error.InvalidRequestException if the token belongs to another array
   */
  public ArrayChanges changes(SnapshotToken earlier) {
    return changes(earlier, Integer.MAX_VALUE);
  }

  /**
   * Returns the oldest changes between an earlier snapshot and this one. To get further changes,
   * pass {@link ArrayChanges#next} as the earlier snapshot.
   *
   * @param earlier the token of a snapshot as in {@link #changes(SnapshotToken)}; pass {@link
   *     SnapshotToken#withoutCells} to get all cells as changes
   * @param most the maximum number of fragments, at least 0
   * @throws io.azulejo.error.NotFoundException if fragments of the earlier snapshot have been
   *     consolidated and vacuumed, so that the changes are unknown
   * @throws io.azulejo.error.InvalidRequestException if the token belongs to another array, or if
   *     {@code most} is negative
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

  /** Creates the resources for one run of a read. */
  private ReadScope scope(ReadRequest request) {
    return new ReadScope(
        snapshot.storage(),
        engine.resources(),
        request,
        tileCache,
        keptFiles,
        engine.arrays(),
        engine.reads());
  }

  /**
   * Returns statistics of the array and its fields for query planners, without reading cells. They
   * come from fragment metadata, which is cached as it is for reads. Each number is exact, an upper
   * bound, or unknown.
   *
   * @param fields names of dimensions and attributes, or {@link ReadRequest#TIMESTAMPS}; if empty,
   *     only the number of cells is returned, which is the cheapest
   * @throws io.azulejo.error.InvalidRequestException if a name is unknown or names a dimension
   *     label
   */
  public ArrayStatistics statistics(List<String> fields) {
    return Cancellation.translate(
        () -> ReadPlanner.statistics(snapshot, fields, scope(ReadRequest.ALL)));
  }

  /**
   * Writes this snapshot to a new array with another layout. The new array gets all visible cells,
   * the metadata, enumerations, dimension labels and the current domain. It does not keep the
   * history: everything gets the same timestamp. In a dense array, only cells within the non-empty
   * domains of fragments are written. The non-empty domains are divided into boxes, and each box
   * becomes a fragment of the new array.
   *
   * <p>The new array becomes visible when it is complete. If the call fails or is interrupted, it
   * leaves nothing behind. The new array is encrypted with the old array's key, unless the request
   * or the engine specifies otherwise; see {@link
   * RepackRequest#key(io.azulejo.schema.EncryptionKey)}.
   *
   * @param to the location of the new array, which must be empty
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
   * Tries several layouts on a sample of cells from all over this array, and recommends one.
   * Filters are tried by encoding and decoding the sample. Tile shapes are tried by counting the
   * tiles that typical reads overlap. Nothing is written. Decoding speeds are measured on this
   * machine; all other results depend only on the array.
   */
  public Advice advise(AdviceRequest request) {
    return Cancellation.translate(() -> Maintenance.advise(engine, snapshot, request));
  }

  /**
   * Compares the schema, the metadata and the cells of this array with another array. Reads all
   * cells; memory use does not depend on their number.
   *
   * @param other the second array of the comparison
   * @throws io.azulejo.error.InvalidRequestException if the cells at one coordinate, which are
   *     compared together, need more than a quarter of the memory budget
   */
  public ArrayDifference diff(Array other, DiffRequest request) {
    return Cancellation.translate(
        () -> Maintenance.diff(engine, snapshot, other.snapshot, request));
  }

  /** Returns the location, the format version and a summary of the schema. */
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
