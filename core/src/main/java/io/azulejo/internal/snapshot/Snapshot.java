package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The state of an array in a time range: its schema, its visible fragments and its metadata.
 * Immutable.
 */
public final class Snapshot {
  private final Location location;
  private final TimeRange times;
  private final StoredSchema schema;
  private final List<Fragment> fragments;
  private final List<StoredDelete> deletes;
  private final StructureFiles files;
  private final ArrayHistory history;
  private final Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata;
  private final Lazy<FragmentIndex> index;
  private final long conditionalCommits;

  /** The enumerations loaded so far, by file name. */
  private final Map<String, Enumeration> enumerations;

  private Snapshot(
      Location location,
      TimeRange times,
      StoredSchema schema,
      List<Fragment> fragments,
      List<StoredDelete> deletes,
      StructureFiles files,
      ArrayHistory history,
      Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata,
      Map<String, Enumeration> enumerations,
      long conditionalCommits) {
    this.location = location;
    this.times = times;
    this.schema = schema;
    this.fragments = fragments;
    this.deletes = deletes;
    this.files = files;
    this.history = history;
    this.metadata = metadata;
    this.enumerations = enumerations;
    this.conditionalCommits = conditionalCommits;
    this.index = new Lazy<>(() -> new FragmentIndex(schema.schema(), fragments));
  }

  /**
   * Opens an array.
   *
   * @param times the time range of the cells and metadata to read
   * @throws NotFoundException if the array does not exist
   */
  public static Snapshot open(
      Storage storage, Location array, TimeRange times, Optional<EncryptionKey> key, Tasks tasks) {
    return open(
        array,
        () ->
            openOnce(
                StructureFiles.withCache(storage, key), array, times, Optional.empty(), tasks));
  }

  /**
   * Opens the array again, but reuses schemas, lists, enumerations, and fragments with their loaded
   * tables. Reuse is safe because files have unique names and never change.
   *
   * @param storage the store that contains the array
   * @param now the time range of the cells and metadata to read
   * @throws NotFoundException if the array no longer exists
   */
  public Snapshot refresh(Storage storage, TimeRange now, Tasks tasks) {
    return open(
        location,
        () -> openOnce(files.reusingCache(storage), location, now, Optional.of(this), tasks));
  }

  /**
   * Opens a snapshot from the {@link #names} of another snapshot, possibly of another process. Does
   * not list any folder.
   *
   * @throws NotFoundException if some of the snapshot's files were vacuumed or deleted in the
   *     meantime
   */
  public static Snapshot open(
      Storage storage,
      Location array,
      SnapshotNames names,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    StructureFiles files = StructureFiles.withCache(storage, key);
    ArrayDirectory directory = ArrayDirectory.of(array, names);
    OpeningReads ahead = OpeningReads.begin(directory, files, names.times(), Set.of(), tasks);
    Map<String, StoredSchema> schemas;
    try {
      schemas = SchemaFolder.read(directory, files, tasks);
    } finally {
      ahead.await();
    }
    List<StoredDelete> deletes = new ArrayList<>();
    for (SnapshotNames.Deletion deletion : names.deletes()) {
      FragmentName name =
          FragmentName.parse(ArrayPaths.lastComponent(deletion.marker())).orElseThrow();
      deletes.add(
          new StoredDelete(
              name, deletion.marker(), array.resolve(deletion.file()), deletion.content()));
    }
    VisibleNames visible =
        new VisibleNames(
            directory.fragments(), List.copyOf(deletes), List.of(), names.conditionalCommits());
    Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata =
        new Lazy<>(() -> MetadataFolder.readFiles(files, array, names.metadata(), tasks));
    return of(
        directory,
        files,
        names.times(),
        schemas,
        visible,
        ahead,
        Optional.empty(),
        metadata,
        tasks);
  }

  /**
   * Returns the names of all files that this snapshot uses. Files with these names never change.
   *
   * @throws NotFoundException if lists of replaced metadata were vacuumed since the snapshot was
   *     opened
   */
  public SnapshotNames names() {
    ArrayDirectory directory = history.directory();
    List<FragmentName> metadataFiles =
        MetadataFolder.visible(
            files, location.resolve(ArrayPaths.METADATA_FOLDER), directory.metadata(), times);
    return new SnapshotNames(
        location.toString(),
        times,
        List.copyOf(history.schemas().keySet()),
        fragments.stream().map(Fragment::name).toList(),
        deletes.stream()
            .map(
                delete ->
                    new SnapshotNames.Deletion(
                        delete.marker(), directory.pathOf(delete.file()), delete.content()))
            .toList(),
        FooterFiles.latest(directory).stream()
            .map(file -> directory.pathOf(file.location()))
            .toList(),
        metadataFiles.stream().map(FragmentName::text).toList(),
        conditionalCommits);
  }

  private static Snapshot open(Location array, Supplier<Snapshot> look) {
    Snapshot found = ListingRetry.attempt(array, look);
    return found.mayLackVacuumFile() ? ListingRetry.attempt(array, look) : found;
  }

  /**
   * Returns whether cells may appear twice in an array that allows duplicates. A listing is not
   * atomic. It may contain the commit of a consolidated fragment without its vacuum file, although
   * the vacuum file was written before the commit. A listing that starts later contains both.
   */
  private boolean mayLackVacuumFile() {
    if (schema.schema().isDense() || !schema.schema().allowsDuplicates()) {
      return false;
    }
    Set<String> replacing = history.replacing();
    return fragments.stream()
        .filter(f -> f.footer().timestamps() || f.name().t1() != f.name().t2())
        .filter(f -> !replacing.contains(f.name().text()))
        .anyMatch(this::spansAnother);
  }

  private boolean spansAnother(Fragment consolidated) {
    TimeRange span = TimeRange.between(consolidated.name().t1(), consolidated.name().t2());
    return fragments.stream()
        .anyMatch(f -> f != consolidated && span.containsAll(f.name().t1(), f.name().t2()));
  }

  private static Snapshot openOnce(
      StructureFiles files,
      Location array,
      TimeRange times,
      Optional<Snapshot> earlier,
      Tasks tasks) {
    Storage storage = files.storage();
    ArrayDirectory directory =
        StructureFiles.named(array, () -> ArrayDirectory.list(storage, array, tasks));
    if (!directory.isArray()) {
      boolean group = ObjectKind.at(storage, array) == ObjectKind.GROUP;
      throw NotFoundException.ofObject(
          group
              ? "%s is a group, not an array; open it as a group, or open one of its members"
                  .formatted(array)
              : "no array found at %s".formatted(array),
          array.toString());
    }
    OpeningReads ahead =
        OpeningReads.begin(
            directory, files, times, earlier.map(Snapshot::fragmentNames).orElse(Set.of()), tasks);
    Map<String, StoredSchema> schemas;
    try {
      schemas =
          SchemaFolder.read(
              directory, files, earlier.map(old -> old.history.schemas()).orElse(Map.of()), tasks);
    } finally {
      ahead.await();
    }
    StoredSchema schema = SchemaFolder.at(schemas, times.end());
    VisibleNames visible =
        StructureFiles.located(
            array, () -> VisibleNames.of(directory, files, times, !schema.schema().isDense()));
    Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata =
        earlier
            .filter(old -> old.hasSameMetadata(directory.metadata(), times))
            .map(old -> old.metadata)
            .orElseGet(
                () ->
                    new Lazy<>(
                        () ->
                            MetadataFolder.read(files, array, directory.metadata(), times, tasks)));
    return of(directory, files, times, schemas, visible, ahead, earlier, metadata, tasks);
  }

  private static Snapshot of(
      ArrayDirectory directory,
      StructureFiles files,
      TimeRange times,
      Map<String, StoredSchema> schemas,
      VisibleNames visible,
      OpeningReads ahead,
      Optional<Snapshot> earlier,
      Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata,
      Tasks tasks) {
    StoredSchema schema = SchemaFolder.at(schemas, times.end());
    FragmentLoader loader =
        new FragmentLoader(directory, files, schemas, schema.schema(), tasks, ahead);
    List<Fragment> fragments =
        earlier.isPresent()
            ? loader.load(
                visible.fragments(),
                earlier.get().fragments,
                earlier.get().history.hasFooterFiles(FooterFiles.latest(directory)))
            : loader.load(visible.fragments());
    TruncatedCommitLists.refuse(visible.fragments(), visible.candidates(), loader, schema.schema());
    Location array = directory.location();
    return new Snapshot(
        array,
        times,
        schema,
        fragments,
        visible.deletes(),
        files,
        new ArrayHistory(directory, files, schemas, schema.schema(), times),
        metadata,
        earlier.map(old -> old.enumerations).orElseGet(ConcurrentHashMap::new),
        visible.conditionalCommits());
  }

  /**
   * Creates a snapshot of the given fragments, committed or not, without deletions and metadata.
   *
   * @param directory a listing of the array
   * @param schemas the schemas of the array, by file name
   */
  public static Snapshot ofFragments(
      WritableArray array,
      ArrayDirectory directory,
      Map<String, StoredSchema> schemas,
      List<Fragment> fragments) {
    StructureFiles files = new StructureFiles(array.storage(), array.key());
    return new Snapshot(
        array.location(),
        TimeRange.ALL,
        array.schema(),
        List.copyOf(fragments),
        List.of(),
        files,
        new ArrayHistory(directory, files, schemas, array.schema().schema(), TimeRange.ALL),
        new Lazy<>(Map::of),
        new ConcurrentHashMap<>(),
        0);
  }

  private Set<String> fragmentNames() {
    return fragments.stream().map(fragment -> fragment.name().text()).collect(Collectors.toSet());
  }

  /**
   * Returns whether the metadata folder contains the same files as before, and the same files lie
   * within the time range.
   */
  private boolean hasSameMetadata(List<String> names, TimeRange now) {
    return names.equals(history.metadataFiles())
        && names.stream()
            .flatMap(name -> FragmentName.parse(name).stream())
            .allMatch(
                name ->
                    times.containsAll(name.t1(), name.t2())
                        == now.containsAll(name.t1(), name.t2()));
  }

  /** Returns this snapshot, but loads further files from the given store. */
  public Snapshot withStorage(Storage storage) {
    StructureFiles others = files.withStorage(storage);
    StructureFiles tables = others.withoutCache();
    return new Snapshot(
        location,
        times,
        schema,
        fragments.stream().map(fragment -> fragment.withFiles(tables)).toList(),
        deletes,
        others,
        history.withFiles(others),
        metadata,
        enumerations,
        conditionalCommits);
  }

  /**
   * Returns this snapshot with another schema of the array, which may have more attributes.
   *
   * @throws CorruptDataException if a fragment contradicts that schema
   */
  public Snapshot withSchema(StoredSchema other) {
    List<Fragment> reopened =
        fragments.stream()
            .map(
                fragment ->
                    StructureFiles.located(
                        fragment.tables().footerFile(), () -> fragment.openedAs(other.schema())))
            .toList();
    return new Snapshot(
        location,
        times,
        other,
        reopened,
        deletes,
        files,
        history,
        metadata,
        enumerations,
        conditionalCommits);
  }

  /** Returns this snapshot with a single fragment and all deletions. */
  public Snapshot withFragment(Fragment alone) {
    return new Snapshot(
        location,
        times,
        schema,
        List.of(alone),
        deletes,
        files,
        history,
        metadata,
        enumerations,
        conditionalCommits);
  }

  /** Returns the location of the array. */
  public Location location() {
    return location;
  }

  /** Returns the time range that the array was opened at. */
  public TimeRange times() {
    return times;
  }

  /** Returns the schema in force at the end of the time range. */
  public StoredSchema schema() {
    return schema;
  }

  /** Returns the visible fragments, oldest first. Cells of later fragments take precedence. */
  public List<Fragment> fragments() {
    return fragments;
  }

  /** Returns the index of fragments by their non-empty domains. */
  public FragmentIndex index() {
    return index.get();
  }

  /** Returns the conditions that deleted cells in the time range, oldest first. */
  public List<StoredDelete> deletes() {
    return deletes;
  }

  /**
   * Compiles the condition of a deletion. The condition selects the cells to keep.
   *
   * @param making compiles the decoded condition
   * @throws CorruptDataException if the condition cannot be decoded or contradicts the format; the
   *     exception names the file
   */
  public <T> T condition(StoredDelete delete, Function<ConditionNode, T> making) {
    return StructureFiles.located(delete.file(), () -> making.apply(delete.condition(files)));
  }

  /** Returns the store of the array. */
  public Storage storage() {
    return files.storage();
  }

  /** Returns the array's encryption key, if it has one. */
  public Optional<EncryptionKey> key() {
    return files.key();
  }

  /** Returns the history of the array in the time range. */
  public ArrayHistory history() {
    return history;
  }

  /** Returns the metadata by key, sorted by the bytes of the keys. Reads it on first use. */
  public Map<String, ArrayMetadataFormat.Entry> metadata() {
    return metadata.get();
  }

  /**
   * Returns an enumeration of the schema, loading it if necessary.
   *
   * @throws NotFoundException if the schema has no enumeration with this name
   * @throws CorruptDataException if the enumeration's file is damaged or missing
   */
  public Enumeration enumeration(String name) {
    return enumeration(name, files.storage());
  }

  /**
   * Returns an enumeration of the schema, loading it from the given store if necessary.
   *
   * @throws NotFoundException if the schema has no enumeration with this name
   * @throws CorruptDataException if the enumeration's file is damaged or missing
   */
  public Enumeration enumeration(String name, Storage storage) {
    Map<String, String> names = schema.schema().enumerationFiles();
    String file = names.get(name);
    if (file == null) {
      throw new NotFoundException(
          "the schema has no enumeration \"%s\"; %s"
              .formatted(name, Suggestion.valid(names.keySet())),
          location.toString());
    }
    return stored(file, storage);
  }

  /** Returns all enumerations of one of the array's schemas by name, in the order of the schema. */
  public Map<String, Enumeration> enumerations(ArraySchema of, Tasks tasks) {
    List<String> names = List.copyOf(of.enumerationFiles().keySet());
    List<Enumeration> all =
        files.all(
            tasks,
            List.copyOf(of.enumerationFiles().values()),
            file -> stored(file, files.storage()));
    Map<String, Enumeration> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), all.get(i));
    }
    return Collections.unmodifiableMap(byName);
  }

  private Enumeration stored(String file, Storage storage) {
    Enumeration known = enumerations.get(file);
    if (known == null) {
      known = loaded(file, storage);
      enumerations.put(file, known);
    }
    return known;
  }

  private Enumeration loaded(String file, Storage storage) {
    try {
      return files.withStorage(storage).enumeration(location, file);
    } catch (NotFoundException e) {
      throw CorruptDataException.of(
              "array schema",
              "enumerations",
              -1,
              "the schema names an enumeration that is missing",
              e)
          .at(e.location().orElse(location.toString()));
    }
  }
}
