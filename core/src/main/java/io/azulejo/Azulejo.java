package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.filter.Workers;
import io.azulejo.internal.maintain.Deletion;
import io.azulejo.internal.read.CountedStorage;
import io.azulejo.internal.read.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.internal.snapshot.Evolution;
import io.azulejo.internal.snapshot.FragmentRemoval;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.internal.snapshot.GroupWriting;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.internal.snapshot.ObjectCopy;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.ObjectRemoval;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.internal.write.StoredValues;
import io.azulejo.internal.write.WriteScope;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.LocalStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.Storages;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The engine: opens, creates and changes arrays and groups, owns threads and memory. One is enough
 * for a program; it is safe for use by many threads. Close it when all that was opened with it is
 * done.
 *
 * <pre>{@code
 * try (Azulejo azulejo = Azulejo.create()) {
 *   Array array = azulejo.open(Location.of("samples/grid"));
 *   try (BatchReader in = array.read(ReadRequest.all())) {
 *     for (Batch batch = in.next(); batch != null; batch = in.next()) {
 *       // ...
 *     }
 *   }
 * }
 * }</pre>
 */
public final class Azulejo implements AutoCloseable {
  private final Engine engine;

  private Azulejo(Builder builder) {
    engine =
        new Engine(
            new Tasks(builder.computeThreads, builder.ioThreads),
            new Workers(),
            new MemoryBudget(builder.memoryBudget),
            new Storages(builder.stores(), Map.of()));
  }

  /** An engine with default settings. */
  public static Azulejo create() {
    return builder().build();
  }

  /** An engine to be described. */
  public static Builder builder() {
    return new Builder();
  }

  /** Opens an array as it is now. */
  public Array open(Location location) {
    return open(location, OpenOptions.DEFAULT);
  }

  /** Opens an array as it was at these times. */
  public Array open(Location location, TimeRange times) {
    return open(location, OpenOptions.DEFAULT.at(times));
  }

  /**
   * Opens an array.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array, or no seal to compare with
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public Array open(Location location, OpenOptions options) {
    Storage storage = reading(location, options);
    CountedStorage counted = new CountedStorage(storage);
    Snapshot snapshot =
        Snapshot.open(counted, location, times(options), key(options), engine.tasks());
    return new Array(engine, snapshot.through(storage), counted.stats());
  }

  /** Opens a group as it is now. */
  public Group openGroup(Location location) {
    return openGroup(location, OpenOptions.DEFAULT);
  }

  /**
   * Opens a group.
   *
   * @throws io.azulejo.error.NotFoundException if there is no group
   */
  public Group openGroup(Location location, OpenOptions options) {
    return new Group(
        GroupSnapshot.open(
            reading(location, options), location, times(options), key(options), engine.tasks()));
  }

  /** Creates an array, now and without a key. */
  public void create(Location location, ArraySchema schema) {
    create(location, schema, ChangeOptions.DEFAULT);
  }

  /**
   * Creates an array. Of several who create one at the same place at the same time all may succeed;
   * then the schema with the greatest time is in force.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   */
  public void create(Location location, ArraySchema schema, ChangeOptions options) {
    ArrayCreation.create(creating(location), location, schema, key(options), time(options));
  }

  /** Begins to write cells to an array as they come, now and without a key. */
  public ArrayWriter write(Location location) {
    return write(location, WriteRequest.DEFAULT);
  }

  /** Begins to write cells to an array, now and without a key. */
  public ArrayWriter write(Location location, WriteRequest request) {
    return write(location, request, ChangeOptions.DEFAULT);
  }

  /**
   * Begins to write cells to an array.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit it, or a key is
   *     missing, wrong or not needed
   */
  public ArrayWriter write(Location location, WriteRequest request, ChangeOptions options) {
    WritableArray array = WritableArray.open(changing(location), location, key(options));
    WriteScope scope =
        new WriteScope(engine.tasks(), engine.workers(), engine.budget(), request.progress());
    long time = time(options);
    StoredValues stored = new ArrayValues(() -> openFor(location, options, time));
    return new ArrayWriter(array, CellWriter.of(array, request, time, scope, stored));
  }

  /** Deletes the cells of a sparse array that meet a condition, as of now and without a key. */
  public Optional<String> delete(Location location, Condition condition) {
    return delete(location, DeleteRequest.where(condition), ChangeOptions.DEFAULT);
  }

  /**
   * Deletes cells of a sparse array: those that were written up to the time of the change and meet
   * a condition. Cells that are written with earlier times later on are deleted, too.
   *
   * @return the name of the deletion; empty where no cell can meet the condition, and nothing is
   *     done
   * @throws io.azulejo.error.InvalidRequestException if the array is dense, or the condition does
   *     not fit it, or cells would go that do not meet it: see {@link DeleteRequest}
   * @throws io.azulejo.error.UnsupportedFormatException if the array has to be upgraded first
   */
  public Optional<String> delete(Location location, DeleteRequest request, ChangeOptions options) {
    Storage storage = changing(location);
    WritableArray array = WritableArray.open(storage, location, key(options));
    return Deletion.delete(
        array,
        request,
        time(options),
        engine.tasks(),
        () -> new ReadScope(storage, engine.tasks(), engine.workers(), engine.budget()));
  }

  /**
   * Changes the schema of an array, of whatever version; it is stored in the current one. Cells are
   * not touched: those that were written before have the fill values of new attributes.
   *
   * @return whether something was done: not where nothing changes and the version is the current
   *     one
   * @throws io.azulejo.error.InvalidRequestException if the change cannot be made, or an attribute
   *     is dropped that a deletion looks at, or the time is such that the new schema would not be
   *     the latest
   */
  public boolean evolve(Location location, SchemaEvolution evolution, ChangeOptions options) {
    WritableArray array = WritableArray.open(changing(location), location, key(options));
    return Evolution.evolve(array, evolution, options.at(), engine.tasks());
  }

  /**
   * Stores the schema of an array anew, in the current format version, in which cells are then
   * written. Cells that are there stay as they are.
   *
   * @return whether something was done: not where the version is the current one
   */
  public boolean upgrade(Location location, ChangeOptions options) {
    return evolve(location, SchemaEvolution.NONE, options);
  }

  /**
   * Deletes the fragments of an array whose times all lie in a range, at once. Fragments that were
   * consolidated over longer times stay. Files that cannot be deleted once the fragments are gone
   * for all to see are left as garbage.
   *
   * @return the names of the fragments that were deleted
   */
  public List<String> deleteFragments(Location location, TimeRange times, ChangeOptions options) {
    WritableArray array = WritableArray.open(changing(location), location, key(options));
    return FragmentRemoval.within(array, times, engine.tasks());
  }

  /**
   * Deletes fragments of an array by their names, at once. What a consolidated fragment has
   * replaced does not come back.
   *
   * @param names see {@link FragmentInfo#name}
   * @throws io.azulejo.error.InvalidRequestException if there is none of a name; nothing is deleted
   */
  public void deleteFragments(Location location, Collection<String> names, ChangeOptions options) {
    WritableArray array = WritableArray.open(changing(location), location, key(options));
    FragmentRemoval.named(array, names, engine.tasks());
  }

  /**
   * Puts and removes metadata of an array or a group, all at once.
   *
   * @throws io.azulejo.error.NotFoundException if there is neither
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public void changeMetadata(Location location, MetadataChange change, ChangeOptions options) {
    MetadataFolder.write(
        changing(location),
        location,
        key(options),
        change.entries(),
        time(options),
        engine.tasks());
  }

  /**
   * Creates a group without members.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   */
  public void createGroup(Location location) {
    GroupWriting.create(storage(location), location);
  }

  /**
   * Adds and removes members of a group, all at once. What a member is, an array or a group, is
   * found by looking; there may be nothing yet.
   *
   * @throws io.azulejo.error.NotFoundException if there is no group
   * @throws io.azulejo.error.InvalidRequestException if there is no member to be removed, or
   *     several with that URI, or a member is changed twice
   */
  public void changeGroup(Location location, GroupChange change, ChangeOptions options) {
    GroupWriting.change(
        storage(location),
        location,
        key(options),
        change.additions(),
        change.removals(),
        time(options),
        engine.tasks(),
        member -> ObjectKind.at(storage(member), member));
  }

  /** Opens an array as a change finds it. */
  private Array openFor(Location location, ChangeOptions options, long time) {
    OpenOptions open = OpenOptions.DEFAULT.at(TimeRange.until(time));
    return open(location, options.key().map(open::key).orElse(open));
  }

  /** What is at a location. */
  public ObjectType type(Location location) {
    return ObjectType.valueOf(ObjectKind.at(storage(location), location).name());
  }

  /**
   * The arrays and groups that lie directly in a folder, by name.
   *
   * @throws io.azulejo.error.StorageException if something in it cannot be looked at
   */
  public List<ObjectEntry> list(Location folder) {
    return list(folder, Azulejo::refuse);
  }

  /**
   * The same, of all that can be looked at.
   *
   * @param unlisted is told why, of each thing that cannot; the exception names it
   */
  public List<ObjectEntry> list(Location folder, Consumer<AzulejoException> unlisted) {
    return new FolderWalk(this, unlisted).list(folder);
  }

  /**
   * The arrays and groups at and below a location, each before those that lie in it. Folders are
   * looked at as the stream is consumed; those of arrays are not. Links are followed, but for those
   * to a folder that contains them.
   *
   * @throws io.azulejo.error.StorageException from the stream, if something cannot be looked at
   */
  public Stream<ObjectEntry> walk(Location location) {
    return walk(location, Azulejo::refuse);
  }

  /**
   * The same, of all that can be looked at.
   *
   * @param unlisted is told why, of each thing that cannot; the exception names it
   */
  public Stream<ObjectEntry> walk(Location location, Consumer<AzulejoException> unlisted) {
    return new FolderWalk(this, unlisted).walk(location);
  }

  private static void refuse(AzulejoException e) {
    throw e;
  }

  /** Copies an array or a group, see {@link #copy(Location, Location, Progress)}. */
  public void copy(Location from, Location to) {
    copy(from, to, Progress.NONE);
  }

  /**
   * Copies an array or a group as it is now, with all arrays and groups in its folder, within a
   * store or from one to another. There is nothing at the new place until all is there; if the copy
   * fails, it is deleted. Members of groups stay what they are called: relative ones are looked for
   * at the new place, absolute ones where they are. Seals are copied, too.
   *
   * @param progress is told how many bytes of data files are copied
   * @throws io.azulejo.error.CommitUnknownException if it failed, and could not be deleted
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if there is anything at the new place
   */
  public void copy(Location from, Location to, Progress progress) {
    Seals.removeStale(storage(to), to, () -> type(to) == ObjectType.NONE);
    List<Location> sealed;
    try (Stream<ObjectEntry> objects = walk(from)) {
      sealed = objects.map(ObjectEntry::location).filter(this::isSealed).toList();
    }
    ObjectCopy.copy(storage(from), from, storage(to), to, engine.tasks(), progress);
    for (Location object : sealed) {
      String path = object.path().substring(from.path().length());
      Seals.copy(storage(from), object, storage(to), to.resolve(path));
    }
  }

  /**
   * Moves an array or a group with all that lies in its folder: in one act where the store can do
   * that, else it is copied and then removed. Its seal comes after it.
   *
   * @throws io.azulejo.error.CommitUnknownException if nobody can tell whether it was moved, or it
   *     was, but files are left at the old place
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if there is anything at the new place
   */
  public void move(Location from, Location to) {
    Storage source = storage(from);
    Storage target = storage(to);
    ObjectCopy.requireFree(from, target, to);
    Seals.removeStale(target, to, () -> type(to) == ObjectType.NONE);
    boolean sealed = isSealed(from);
    if (source != target || !ObjectCopy.tryMove(source, from, to)) {
      copy(from, to);
      remove(from);
    } else if (sealed) {
      Seals.copy(source, from, target, to);
      Seals.remove(source, from);
    }
  }

  /**
   * Removes an array or a group with all that lies in its folder, its members there among it, and
   * its seal. If that is interrupted, what is left can be removed again, and so can what an
   * interrupted creation, copy or repacking left. Of what is there by a link, the link is removed.
   *
   * @throws io.azulejo.error.CommitUnknownException if it is gone, but files of it are left
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   */
  public void remove(Location location) {
    Storage storage = storage(location);
    if (type(location) != ObjectType.NONE) {
      Seals.remove(storage, location);
    }
    ObjectRemoval.remove(storage, location);
  }

  /**
   * Whether a folder holds nothing but what an interrupted change left of an array or a group that
   * it was to make or to remove. Nobody reads any of it, and {@link #remove} takes it; but the same
   * is there for a moment while others make an array.
   */
  public boolean isRemains(Location folder) {
    return ObjectRemoval.isRemains(storage(folder), folder);
  }

  /**
   * Looks for what killed writers and interrupted removals have left in an array, or in the arrays
   * and groups in a folder, and removes what is old enough. Nobody reads any of it.
   *
   * @param key holds the key of encrypted arrays, where there is one; its time has no meaning
   * @return all that was found, removed or not
   * @throws io.azulejo.error.NotFoundException if there is nothing at all
   */
  public GcReport gc(Location location, GcOptions options, ChangeOptions key) {
    return GarbageEntry.collect(changing(location), location, options, key(key), engine.tasks());
  }

  /**
   * Stores a local file as an array, which is created unless it is there and empty. Others who know
   * the convention can get the file back, with its name and type.
   *
   * @param mimeType such as {@code image/png}; empty for what the name's ending says
   * @throws io.azulejo.error.AlreadyExistsException if the array holds a file
   * @throws io.azulejo.error.InvalidRequestException if there is another kind of array
   */
  public StoredFile importFile(
      Location array, Path file, Optional<String> mimeType, ChangeOptions options) {
    return new FileArrays(this, array).write(file, mimeType, options);
  }

  /**
   * As {@link #importFile(Location, Path, Optional, ChangeOptions)}, from a stream, which is read
   * as far as the file goes, and not closed.
   *
   * @param file what is known of it; the stream has at least that many bytes
   */
  public StoredFile importFile(
      Location array, InputStream in, StoredFile file, ChangeOptions options) {
    return new FileArrays(this, array).write(in, file, options);
  }

  /** What is known of the file that is stored as an array. */
  public StoredFile describeFile(Location array, OpenOptions options) {
    return new FileArrays(this, array).describe(options);
  }

  /**
   * Gets back a file that is stored as an array.
   *
   * @param out gets its bytes; is not closed
   * @throws io.azulejo.error.InvalidRequestException if there is no file in the array
   */
  public StoredFile exportFile(Location array, OutputStream out, OpenOptions options) {
    return new FileArrays(this, array).read(out, options);
  }

  /** Consolidates, vacuums, verifies and repairs what is stored. */
  public Maintenance maintenance() {
    return new Maintenance(engine);
  }

  /** The store that serves a location. */
  public Storage storage(Location location) {
    return engine.storages().of(location);
  }

  /** A store for a change, of which seals that are kept up to date learn. */
  private Storage changing(Location location) {
    return Seals.changes(storage(location), location);
  }

  /** The same for a change that creates an array. */
  private Storage creating(Location location) {
    return Seals.creation(storage(location), location, () -> type(location) == ObjectType.NONE);
  }

  private boolean isSealed(Location object) {
    return Seals.isSealed(storage(object), object);
  }

  /** A store to read from. */
  private Storage reading(Location location, OpenOptions options) {
    Storage storage = storage(location);
    return options.isVerified() ? Seals.reads(storage, location) : storage;
  }

  /** Stops the threads. What is being read ends with an {@link IllegalStateException}. */
  @Override
  public void close() {
    engine.tasks().close();
    engine.workers().close();
  }

  private static TimeRange times(OpenOptions options) {
    return options.times().orElseGet(() -> TimeRange.until(System.currentTimeMillis()));
  }

  private static Optional<EncryptionKey> key(ChangeOptions options) {
    return options.key().map(EncryptionKey::of);
  }

  private static long time(ChangeOptions options) {
    return options.at().orElseGet(System::currentTimeMillis);
  }

  private static Optional<EncryptionKey> key(OpenOptions options) {
    return options.key().map(EncryptionKey::of);
  }

  /** Describes an engine. */
  public static final class Builder {
    private int computeThreads = Runtime.getRuntime().availableProcessors();
    private int ioThreads = Math.max(8, Math.min(64, 4 * computeThreads));
    private long memoryBudget = Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 2);
    private boolean durable = true;
    private final Map<String, Storage> storages = new HashMap<>();

    private Builder() {}

    /** Threads that decode and merge, besides the caller's; 0 or more. */
    public Builder computeThreads(int number) {
      this.computeThreads = number;
      return this;
    }

    /** Threads that read and write files, besides the caller's; 0 or more. */
    public Builder ioThreads(int number) {
      this.ioThreads = number;
      return this;
    }

    /** Bytes that all reads together may hold at a time, batches in the making among them. */
    public Builder memoryBudget(long bytes) {
      this.memoryBudget = bytes;
      return this;
    }

    /** The store for locations of a scheme, in place of the one that would be found. */
    public Builder storage(String scheme, Storage storage) {
      storages.put(
          Objects.requireNonNull(scheme, "scheme"), Objects.requireNonNull(storage, "storage"));
      return this;
    }

    /**
     * Whether what was written to local files survives a power failure (the default), or is left to
     * the operating system to write when it likes, which is faster: {@link
     * LocalStorage#withoutSync} says what may then be lost. Has no effect on stores that are given.
     */
    public Builder durable(boolean yes) {
      this.durable = yes;
      return this;
    }

    private Map<String, Storage> stores() {
      Map<String, Storage> stores = new HashMap<>(storages);
      if (!durable) {
        stores.putIfAbsent("file", LocalStorage.withoutSync());
      }
      return stores;
    }

    /** The engine. */
    public Azulejo build() {
      return new Azulejo(this);
    }
  }
}
