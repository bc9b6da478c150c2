package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The engine: opens, creates and changes arrays, and owns threads and memory. One engine is enough
 * for a program. Safe for use by many threads. Close it when everything that was opened with it is
 * done.
 *
 * <pre>{@code
 * try (Azulejo azulejo = Azulejo.create()) {
 *   Array grid = azulejo.open("samples/grid");
 *   grid.read().where("a > 40").forEach(System.out::println);
 * }
 * }</pre>
 */
public final class Azulejo implements AutoCloseable {
  private final Engine engine;

  private Azulejo(Engine engine) {
    this.engine = engine;
  }

  /** Returns a new engine with default settings. */
  public static Azulejo create() {
    return builder().build();
  }

  /** Returns a builder of an engine. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns this engine with a key for all arrays and groups at and below a location. The key of
   * the nearest location is used. Opening an array there that is not encrypted fails. The result
   * shares threads and memory with this engine; closing either of them closes both.
   */
  public Azulejo withKey(Location prefix, EncryptionKey key) {
    return new Azulejo(
        engine.withKey(
            Objects.requireNonNull(prefix, "prefix"), Objects.requireNonNull(key, "key")));
  }

  /** Calls {@link #withKey(Location, EncryptionKey)} with a path or URI. */
  public Azulejo withKey(String prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /** Calls {@link #withKey(Location, EncryptionKey)} with a local path. */
  public Azulejo withKey(Path prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /** Calls {@link #withKey(Location, EncryptionKey)} with a URI. */
  public Azulejo withKey(URI prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /**
   * Returns this engine with a smaller memory budget for a part of the work, such as one of several
   * tasks. The limit holds for all reads and writes started with the result and with arrays that it
   * opens. Their memory also counts against this engine's budget. The result shares threads, stores
   * and caches with this engine; closing either of them closes both.
   *
   * @param bytes the maximum number of bytes, see {@link Builder#memoryBudget}
   * @throws InvalidRequestException if it is less than 1
   */
  public Azulejo withMemoryBudget(long bytes) {
    return new Azulejo(engine.withBudget(bytes));
  }

  /** Opens an array as it is now; see {@link #open(Location, OpenOptions)}. */
  public Array open(Location location) {
    return open(location, OpenOptions.DEFAULT);
  }

  /** Calls {@link #open(Location)} with a path or URI. */
  public Array open(String location) {
    return open(Location.of(location));
  }

  /** Calls {@link #open(Location)} with a local path. */
  public Array open(Path location) {
    return open(Location.of(location));
  }

  /** Calls {@link #open(Location)} with a URI. */
  public Array open(URI location) {
    return open(Location.of(location));
  }

  /**
   * Opens an array with only the writes of a time range; see {@link #open(Location, OpenOptions)}.
   */
  public Array open(Location location, TimeRange times) {
    return open(location, OpenOptions.DEFAULT.at(times));
  }

  /** Calls {@link #open(Location, TimeRange)} with a path or URI. */
  public Array open(String location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /** Calls {@link #open(Location, TimeRange)} with a local path. */
  public Array open(Path location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /** Calls {@link #open(Location, TimeRange)} with a URI. */
  public Array open(URI location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /**
   * Opens an array as a snapshot, which need not be closed. Reads listings, schemas and the footers
   * of fragments; tables and cells are read when they are needed.
   *
   * @throws io.azulejo.error.NotFoundException if the array does not exist, or the seal to compare
   *     with
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public Array open(Location location, OpenOptions options) {
    return Array.open(engine, location, options);
  }

  /** Calls {@link #open(Location, OpenOptions)} with a path or URI. */
  public Array open(String location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /** Calls {@link #open(Location, OpenOptions)} with a local path. */
  public Array open(Path location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /** Calls {@link #open(Location, OpenOptions)} with a URI. */
  public Array open(URI location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /**
   * Opens an array as it is now, in a thread of the engine; {@link ArrayHandle#openAsync} takes
   * options.
   */
  public CompletableFuture<Array> openAsync(Location location) {
    return array(location).openAsync(OpenOptions.DEFAULT);
  }

  /** Calls {@link #openAsync(Location)} with a path or URI. */
  public CompletableFuture<Array> openAsync(String location) {
    return openAsync(Location.of(location));
  }

  /** Calls {@link #openAsync(Location)} with a path. */
  public CompletableFuture<Array> openAsync(Path location) {
    return openAsync(Location.of(location));
  }

  /** Calls {@link #openAsync(Location)} with a URI. */
  public CompletableFuture<Array> openAsync(URI location) {
    return openAsync(Location.of(location));
  }

  /** Opens the snapshot of a token, see {@link #open(SnapshotToken, OpenOptions)}. */
  public Array open(SnapshotToken token) {
    return open(token, OpenOptions.DEFAULT);
  }

  /**
   * Opens exactly the snapshot of another open array, possibly of another process: the same
   * fragments, schema, deletions and metadata. Does not list folders; later writes, consolidations
   * and deletions are not visible. {@link Array#history} is limited to this snapshot. {@link
   * Array#refresh} sees what is new within the token's times.
   *
   * @param options a key, if the engine does not have one for the location; the times are those in
   *     the token
   * @throws io.azulejo.error.NotFoundException if the array was deleted or its fragments were
   *     vacuumed; reads throw it if that happens later
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed, or
   *     the options have other times
   */
  public Array open(SnapshotToken token, OpenOptions options) {
    if (options.at().filter(times -> !times.equals(token.times())).isPresent()) {
      throw new InvalidRequestException(
          "the token is for times %s, but the options specify %s; omit the times from the options"
              .formatted(token.times(), options.at().get()));
    }
    return Array.open(engine, token, options);
  }

  /**
   * Creates an array with {@link CreateOptions#DEFAULT}; see {@link #create(Location, ArraySchema,
   * CreateOptions)}.
   */
  public void create(Location location, ArraySchema schema) {
    create(location, schema, CreateOptions.DEFAULT);
  }

  /** Calls {@link #create(Location, ArraySchema)} with a path or URI. */
  public void create(String location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /** Calls {@link #create(Location, ArraySchema)} with a local path. */
  public void create(Path location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /** Calls {@link #create(Location, ArraySchema)} with a URI. */
  public void create(URI location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /**
   * Creates an array. If several writers create an array at the same location at the same time, all
   * may succeed; the schema with the latest timestamp is then in force.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the location has an array or a group
   * @throws io.azulejo.error.UnsupportedFormatException if the format version cannot store the
   *     schema; the message names the first version that can
   */
  public void create(Location location, ArraySchema schema, CreateOptions options) {
    engine.create(location, schema, options);
  }

  /** Calls {@link #create(Location, ArraySchema, CreateOptions)} with a path or URI. */
  public void create(String location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /** Calls {@link #create(Location, ArraySchema, CreateOptions)} with a local path. */
  public void create(Path location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /** Calls {@link #create(Location, ArraySchema, CreateOptions)} with a URI. */
  public void create(URI location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /**
   * Deletes {@linkplain ArrayWriter#stage staged} fragments that will not be committed; skips
   * fragments that do not exist any more. Committed fragments stay.
   *
   * <p>Call it only if nobody can still commit these fragments. After a {@link
   * io.azulejo.error.CommitUnknownException}, first repeat the commit, then discard the fragments
   * that are not in its result.
   *
   * @return the names of the fragments that stay because they are committed
   */
  public List<String> discard(List<StagedFragments> parts) {
    return Writing.discard(engine, parts);
  }

  /**
   * Returns a handle to read, write, change and maintain the array at a location. Does not check
   * whether it exists.
   */
  public ArrayHandle array(Location location) {
    return new ArrayHandle(engine, Objects.requireNonNull(location, "location"));
  }

  /** Calls {@link #array(Location)} with a path or URI. */
  public ArrayHandle array(String location) {
    return array(Location.of(location));
  }

  /** Calls {@link #array(Location)} with a local path. */
  public ArrayHandle array(Path location) {
    return array(Location.of(location));
  }

  /** Calls {@link #array(Location)} with a URI. */
  public ArrayHandle array(URI location) {
    return array(Location.of(location));
  }

  /**
   * Returns a handle to open, change and maintain the group at a location. Does not check whether
   * it exists.
   */
  public GroupHandle group(Location location) {
    return new GroupHandle(engine, Objects.requireNonNull(location, "location"));
  }

  /** Calls {@link #group(Location)} with a path or URI. */
  public GroupHandle group(String location) {
    return group(Location.of(location));
  }

  /** Calls {@link #group(Location)} with a local path. */
  public GroupHandle group(Path location) {
    return group(Location.of(location));
  }

  /** Calls {@link #group(Location)} with a URI. */
  public GroupHandle group(URI location) {
    return group(Location.of(location));
  }

  /** Returns the operations that find, copy, move and remove arrays and groups. */
  public Catalog catalog() {
    return new Catalog(engine);
  }

  /**
   * Measures the effect of filters on some cells: encodes a column as the values of one tile.
   * Offsets and validity are not counted, unless the filters encode offsets with the values, as RLE
   * and DICTIONARY do for strings.
   *
   * @return the size of the filtered values in bytes
   * @throws io.azulejo.error.InvalidRequestException if the filters cannot store such values
   */
  public long filteredSize(Column column, FilterPipeline filters) {
    return Maintenance.filteredSize(engine, column, filters);
  }

  /** Returns the operations that store files as arrays and read them back. */
  public FileArrays files() {
    return new FileArrays(this);
  }

  /**
   * Returns the operations that consolidate, vacuum, verify, seal and repair the array or group at
   * a location, or all arrays and groups in a folder.
   */
  public Maintenance maintenance(Location location) {
    return new Maintenance(engine, Objects.requireNonNull(location, "location"));
  }

  /** Calls {@link #maintenance(Location)} with a path or URI. */
  public Maintenance maintenance(String location) {
    return maintenance(Location.of(location));
  }

  /** Calls {@link #maintenance(Location)} with a local path. */
  public Maintenance maintenance(Path location) {
    return maintenance(Location.of(location));
  }

  /** Calls {@link #maintenance(Location)} with a URI. */
  public Maintenance maintenance(URI location) {
    return maintenance(Location.of(location));
  }

  /**
   * Returns the store of a location, by its scheme. Writing to the store directly does not update
   * seals.
   *
   * @throws io.azulejo.error.InvalidRequestException if no store serves the scheme
   */
  public Storage storage(Location location) {
    return engine.storage(location);
  }

  /** Calls {@link #storage(Location)} with a path or URI. */
  public Storage storage(String location) {
    return storage(Location.of(location));
  }

  /** Calls {@link #storage(Location)} with a local path. */
  public Storage storage(Path location) {
    return storage(Location.of(location));
  }

  /** Calls {@link #storage(Location)} with a URI. */
  public Storage storage(URI location) {
    return storage(Location.of(location));
  }

  /**
   * Returns the total cost of all reads of this engine so far, finished and in progress: {@link
   * Read} results, aggregates, plans and splits, and {@link Array#statistics}. Opening arrays is
   * not included ({@link Array#openStats}), nor are reads by writes and maintenance. Engines that
   * share threads ({@link #withKey}, {@link #withMemoryBudget}) count together.
   *
   * <p>Cheap and safe for use by many threads. While reads are in progress, related numbers may
   * differ slightly, because each is updated separately.
   */
  public ReadStats stats() {
    return engine.reads().stats();
  }

  /**
   * Ends the threads and frees the buffers of the engine. Reads and writes in progress or started
   * later fail with an {@link InvalidRequestException}.
   */
  @Override
  public void close() {
    engine.tasks().close();
    engine.resources().scratchPool().close();
    engine.tileCache().clear();
    engine.storages().close();
  }

  /** Builds an engine from settings. Not for use by several threads. */
  public static final class Builder {
    private int computeThreads = Runtime.getRuntime().availableProcessors();
    private int ioThreads = Math.max(8, Math.min(64, 4 * computeThreads));
    private long memoryBudget = Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 2);
    private OptionalLong tileCache = OptionalLong.empty();
    private boolean durable = true;
    private @Nullable SpillFiles spillFiles;
    private @Nullable MemoryBudget shared;
    private final Map<String, Storage> storages = new HashMap<>();
    private final Set<String> cached = new HashSet<>();
    private final Map<String, String> settings = new HashMap<>();
    private final Map<String, String> ofFiles = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    private Keys keys = Keys.NONE;

    private Builder() {}

    /** Sets the number of threads that decode and merge; default: one for each processor. */
    public Builder computeThreads(int number) {
      this.computeThreads = number;
      return this;
    }

    /**
     * Sets the number of threads that read and write files; default: four for each processor, 8 to
     * 64. Remote stores have up to 64 threads of their own, or none if this is 0.
     */
    public Builder ioThreads(int number) {
      this.ioThreads = number;
      return this;
    }

    /**
     * Sets the maximum number of bytes that all reads and writes of the engine together hold at a
     * time; default: half of the heap. Between reads, buffers keep up to an eighth of it, and the
     * {@linkplain #tileCache cache} some. A single step that needs more than the budget fails with
     * an {@link InvalidRequestException}.
     */
    public Builder memoryBudget(long bytes) {
      this.memoryBudget = bytes;
      return this;
    }

    /** Shares the memory budget of another engine, for processes with several engines. */
    public Builder shareMemoryBudgetWith(Azulejo other) {
      this.shared = other.engine.resources().budget();
      return this;
    }

    /**
     * Sets the size of the cache of tiles, stored and decoded, in bytes; 0 for none; default: an
     * eighth of the memory budget. Reads and writes in progress take precedence over the cache.
     * Reads that fetch more than a quarter of its size add nothing to it.
     */
    public Builder tileCache(long bytes) {
      this.tileCache = OptionalLong.of(bytes);
      return this;
    }

    /**
     * Sets the store for locations of a scheme, which replaces the default one. The engine does not
     * close it.
     *
     * @param scheme the scheme in lower case, such as {@code s3}
     */
    public Builder storage(String scheme, Storage storage) {
      storages.put(
          Objects.requireNonNull(scheme, "scheme"), Objects.requireNonNull(storage, "storage"));
      return this;
    }

    /**
     * Sets a store as {@link #storage} does, and caches its immutable files: schemas, lists and
     * metadata of fragments in memory. Blocks of all files are cached in the local folder {@code
     * azulejo.cache.dir} if that setting is given. The engine's own remote stores are cached the
     * same way.
     */
    public Builder cachedStorage(String scheme, Storage storage) {
      storage(scheme, storage);
      cached.add(scheme);
      return this;
    }

    /**
     * Sets whether commits to local files survive a power failure; default: true. Writes are faster
     * without it; {@link Storage#local(boolean)} says what may be lost. Stores set with {@link
     * #storage} are not affected.
     */
    public Builder durable(boolean enabled) {
      this.durable = enabled;
      return this;
    }

    /**
     * Adds settings by name, most of them for stores, such as {@code vfs.s3.region} as in TileDB.
     * They override {@linkplain #configFile files}, environment variables such as {@code
     * TILEDB_VFS_S3_REGION}, {@linkplain #profile profiles} and {@linkplain #configDefaults
     * defaults}, in this order.
     *
     * <p>Settings of the engine are {@code azulejo.cache.dir} (see {@link #cachedStorage}) and
     * {@code azulejo.scratch.dir}, the local folder for written cells that do not fit in memory
     * (default: the JVM's folder for temporary files).
     */
    public Builder config(Map<String, String> values) {
      settings.putAll(values);
      return this;
    }

    /** Adds a setting; see {@link #config(Map)}. */
    public Builder config(String name, String value) {
      settings.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
      return this;
    }

    /**
     * Adds settings with the lowest precedence: {@link #config}, {@link #configFile}, environment
     * variables and {@link #profile} override them. TileDB settings that have no meaning for this
     * engine ({@code sm.}, {@code rest.}, {@code ssl.}, stores that are not on the class path) are
     * ignored.
     */
    public Builder configDefaults(Map<String, String> values) {
      defaults.putAll(values);
      return this;
    }

    /**
     * Adds the settings of a TileDB configuration file. They override environment variables, and
     * {@link #config} overrides them. TileDB settings that have no meaning for this engine are
     * ignored, as in {@link #configDefaults}. Each line is a name and a value separated by blanks;
     * lines that begin with {@code #} are comments. The file is read at once. If several files have
     * a setting, the last file wins.
     *
     * @throws io.azulejo.error.NotFoundException if the file does not exist
     * @throws io.azulejo.error.StorageException if the file cannot be read
     * @throws InvalidRequestException if a line is not a setting
     */
    public Builder configFile(Path file) {
      return configFile(TileDbConfigFile.read(file));
    }

    /**
     * Adds settings that the program has read from its own file, with the precedence of {@link
     * #configFile(Path)}.
     */
    public Builder configFile(Map<String, String> values) {
      ofFiles.putAll(values);
      return this;
    }

    /**
     * Adds the settings of a TileDB profile: an object in the file {@code profiles.json}. {@link
     * #config}, {@link #configFile} and environment variables override them. TileDB settings that
     * have no meaning for this engine, such as {@code rest.}, are ignored.
     *
     * <p>This method sets {@code profile_name}. The setting {@code profile_dir} is the folder of
     * the file (default: {@code .tiledb} in the user's home directory). Both can also be set in
     * other ways, such as the environment variables {@code TILEDB_PROFILE_NAME} and {@code
     * TILEDB_PROFILE_DIR}. If only the folder is set, the profile is {@code default}. If neither is
     * set, no profile is read. Needs the library jackson-core.
     *
     * <p>{@link #build} reads the file. It throws:
     *
     * <ul>
     *   <li>{@link io.azulejo.error.NotFoundException} if the file or the profile does not exist
     *   <li>{@link InvalidRequestException} if the file is not valid
     *   <li>{@link io.azulejo.error.StorageException} if the file cannot be read
     *   <li>{@link io.azulejo.error.UnsupportedFormatException} if the library is missing
     * </ul>
     */
    public Builder profile(String name) {
      return config(Storages.PROFILE_NAME, name);
    }

    /** Adds the settings of a profile in a folder; see {@link #profile(String)}. */
    public Builder profile(String name, Path folder) {
      return profile(name).config(Storages.PROFILE_FOLDER, folder.toString());
    }

    /** Sets the key of all arrays and groups at and below a location; see also {@link #withKey}. */
    public Builder key(Location prefix, EncryptionKey key) {
      keys =
          keys.with(Objects.requireNonNull(prefix, "prefix"), Objects.requireNonNull(key, "key"));
      return this;
    }

    /** Calls {@link #key(Location, EncryptionKey)} with a path or URI. */
    public Builder key(String prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /** Calls {@link #key(Location, EncryptionKey)} with a local path. */
    public Builder key(Path prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /** Calls {@link #key(Location, EncryptionKey)} with a URI. */
    public Builder key(URI prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /**
     * Sets other spill files, which hold data of work in progress that does not fit in memory; for
     * tests.
     */
    Builder spillFiles(SpillFiles files) {
      spillFiles = files;
      return this;
    }

    private Map<String, Storage> stores() {
      Map<String, Storage> stores = new HashMap<>(storages);
      if (!durable) {
        stores.putIfAbsent("file", Storage.local(false));
      }
      return stores;
    }

    /**
     * Returns a new engine with these settings, to be closed by the caller.
     *
     * @throws InvalidRequestException if a number is out of range, or a setting is unknown or
     *     invalid
     * @throws io.azulejo.error.AzulejoException if a {@linkplain #profile profile} cannot be read
     */
    public Azulejo build() {
      MemoryBudget budget = shared == null ? new MemoryBudget(memoryBudget) : shared;
      Storages stores =
          new Storages(
              stores(),
              cached,
              Storages.explicit(ofFiles, settings),
              defaults,
              System.getenv(),
              budget);
      SpillFiles files = spillFiles == null ? SpillFiles.in(stores.scratchFolder()) : spillFiles;
      Tasks tasks = new Tasks(computeThreads, ioThreads);
      return new Azulejo(Engine.of(tasks, budget, tileCache, files, stores, keys));
    }
  }
}
