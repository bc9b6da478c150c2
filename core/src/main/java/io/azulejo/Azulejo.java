package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Cancellation;
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
 * The engine. It opens, creates and changes arrays, and owns the threads and the memory for this. A
 * program needs only one engine, which is safe for use by several threads. Close it last: arrays
 * and groups that it opened cannot be read after it is closed.
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

  /** Creates an engine with default settings. The caller must close it. */
  public static Azulejo create() {
    return builder().build();
  }

  /** Returns a builder for an engine with other settings. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns an engine that uses a key for all arrays and groups at and below a location. If several
   * keys apply to an array, the key of the nearest location is used. Opening an unencrypted array
   * there fails. The result shares threads and memory with this engine; closing either of them
   * closes both.
   *
   * @param prefix the location of an array, a group or a folder
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
   * Returns an engine with a smaller memory budget for a part of the work, such as one of several
   * tasks. The limit applies to all reads and writes started with the result or with arrays that it
   * opened. Their memory also counts against the budget of this engine. The result shares threads,
   * stores and caches with this engine; closing either of them closes both.
   *
   * @param bytes the maximum number of bytes, at least 1; see {@link Builder#memoryBudget}
   * @throws InvalidRequestException if {@code bytes} is less than 1
   */
  public Azulejo withMemoryBudget(long bytes) {
    return new Azulejo(engine.withBudget(bytes));
  }

  /** Opens the current state of an array; see {@link #open(Location, OpenOptions)}. */
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
   * Opens a snapshot of an array, which need not be closed. Reads listings, schemas and fragment
   * footers; further fragment metadata and cells are read when they are needed.
   *
   * @throws io.azulejo.error.NotFoundException if the array does not exist, or if the options
   *     require a seal that does not exist
   * @throws io.azulejo.error.InvalidRequestException if a key is missing or wrong, or if the array
   *     is not encrypted but a key is given
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
   * Opens the current state of an array in a thread of the engine. {@link ArrayHandle#openAsync}
   * also accepts options.
   */
  public CompletableFuture<Array> openAsync(Location location) {
    return array(location).openAsync(OpenOptions.DEFAULT);
  }

  /** Calls {@link #openAsync(Location)} with a path or URI. */
  public CompletableFuture<Array> openAsync(String location) {
    return openAsync(Location.of(location));
  }

  /** Calls {@link #openAsync(Location)} with a local path. */
  public CompletableFuture<Array> openAsync(Path location) {
    return openAsync(Location.of(location));
  }

  /** Calls {@link #openAsync(Location)} with a URI. */
  public CompletableFuture<Array> openAsync(URI location) {
    return openAsync(Location.of(location));
  }

  /** Opens the snapshot of a token; see {@link #open(SnapshotToken, OpenOptions)}. */
  public Array open(SnapshotToken token) {
    return open(token, OpenOptions.DEFAULT);
  }

  /**
   * Opens exactly the snapshot that a token refers to, with the same fragments, schema, deletions
   * and metadata. The token may come from another process. Folders are not listed, so later writes,
   * consolidations and deletions are not visible. {@link Array#history} is limited to this
   * snapshot. {@link Array#refresh} returns a snapshot with new changes within the token's times.
   *
   * @param options contains the key if the engine does not have one for the location; the times
   *     must not be set, or must be the token's times
   * @throws io.azulejo.error.NotFoundException if the array was deleted, or its fragments were
   *     vacuumed; if this happens later, reads throw it
   * @throws io.azulejo.error.InvalidRequestException if a key is missing or wrong, if the array is
   *     not encrypted but a key is given, or if the options have other times
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
   * Creates an array with default options; see {@link #create(Location, ArraySchema,
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
   * Creates an array. If several writers create an array at the same location concurrently, several
   * of them may succeed. The schema with the latest timestamp is then the current one.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the location contains an array or a group
   * @throws io.azulejo.error.UnsupportedFormatException if the format version cannot represent the
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
   * Deletes {@linkplain ArrayWriter#stage staged} fragments that will not be committed. Fragments
   * that no longer exist are skipped. Committed fragments are kept.
   *
   * <p>Call this method only when it is certain that no process will commit these fragments. After
   * a {@link io.azulejo.error.CommitUnknownException}, first repeat the commit, and then discard
   * the fragments that its result does not contain.
   *
   * @return the names of the fragments that were kept because they are committed
   */
  public List<String> discard(List<StagedFragments> parts) {
    return Cancellation.translate(() -> Writing.discard(engine, parts));
  }

  /**
   * Returns a handle to the array at a location, which reads, writes, changes and maintains it.
   * This method does not check whether the array exists.
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
   * Returns a handle to the group at a location, which opens, changes and maintains it. This method
   * does not check whether the group exists.
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

  /** Returns the operations to find, copy, move and remove arrays and groups. */
  public Catalog catalog() {
    return new Catalog(engine);
  }

  /**
   * Measures how much filters compress a column, by encoding it like the values of one tile.
   * Offsets and validity are not counted, with one exception: some filters, such as RLE and
   * DICTIONARY for strings, encode the offsets together with the values. The result then includes
   * the offsets.
   *
   * @return the size of the filtered values, in bytes
   * @throws io.azulejo.error.InvalidRequestException if the filters cannot encode these values
   */
  public long filteredSize(Column column, FilterPipeline filters) {
    return Maintenance.filteredSize(engine, column, filters);
  }

  /** Returns the operations to store files as arrays and to read them back. */
  public FileArrays files() {
    return new FileArrays(this);
  }

  /**
   * Returns the operations to consolidate, vacuum, verify, seal and repair an array or a group, or
   * all arrays and groups in a folder.
   *
   * @param location the location of the array, group or folder
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
   * Returns the store that serves a location, according to its scheme. Writing directly to the
   * store does not update seals.
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
   * Returns the total cost of all reads by this engine so far, including reads in progress. These
   * are {@link Read} results, aggregates, plans and splits, and {@link Array#statistics}. The cost
   * of opening arrays is not included (see {@link Array#openStats}), nor are reads that belong to
   * writes and maintenance. Engines that share threads ({@link #withKey}, {@link
   * #withMemoryBudget}) have common statistics.
   *
   * <p>This method is fast and safe for use by several threads. While reads are in progress,
   * related numbers may differ slightly, because each number is updated separately.
   */
  public ReadStats stats() {
    return engine.reads().stats();
  }

  /**
   * Stops the threads and frees the buffers of the engine. Reads and writes that are in progress or
   * are started later fail with an {@link InvalidRequestException}.
   */
  @Override
  public void close() {
    engine.tasks().close();
    engine.resources().scratchPool().close();
    engine.tileCache().clear();
    engine.keptFiles().close();
    engine.storages().close();
  }

  /** A builder for an engine. Not safe for use by several threads. */
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

    /**
     * Sets the number of threads that decode and merge, in addition to the calling thread (default:
     * one per processor). With 0, the calling thread does this work alone.
     */
    public Builder computeThreads(int number) {
      this.computeThreads = number;
      return this;
    }

    /**
     * Sets the number of threads that read and write files (default: four per processor, at least 8
     * and at most 64). Remote stores use up to 64 additional threads. With 0, there are neither
     * these threads nor the threads for remote stores: the calling thread reads and writes files
     * itself.
     */
    public Builder ioThreads(int number) {
      this.ioThreads = number;
      return this;
    }

    /**
     * Sets the maximum number of bytes that all reads and writes of the engine together may use at
     * a time (default: half of the maximum heap size). Between reads, buffers keep up to an eighth
     * of the budget, and the {@linkplain #tileCache tile cache} also uses a part of it. A single
     * step that needs more than the budget fails with an {@link InvalidRequestException}.
     */
    public Builder memoryBudget(long bytes) {
      this.memoryBudget = bytes;
      return this;
    }

    /**
     * Makes the engine share the memory budget of another engine, for processes with several
     * engines.
     */
    public Builder shareMemoryBudgetWith(Azulejo other) {
      this.shared = other.engine.resources().budget();
      return this;
    }

    /**
     * Sets the size of the cache for stored and decoded tiles. The cache shrinks if reads and
     * writes in progress need its memory. A read that fetches more than a quarter of this size does
     * not add tiles to the cache.
     *
     * @param bytes the size in bytes; 0 for no cache (default: an eighth of the memory budget)
     */
    public Builder tileCache(long bytes) {
      this.tileCache = OptionalLong.of(bytes);
      return this;
    }

    /**
     * Sets the store for all locations with a scheme. It replaces the default store of that scheme.
     * The engine does not close it.
     *
     * @param scheme the scheme in lower case, such as {@code s3}
     */
    public Builder storage(String scheme, Storage storage) {
      storages.put(
          Objects.requireNonNull(scheme, "scheme"), Objects.requireNonNull(storage, "storage"));
      return this;
    }

    /**
     * Sets the store for all locations with a scheme, like {@link #storage}, and caches its
     * immutable files. Schemas, commit lists and fragment metadata are cached in memory. If the
     * setting {@code azulejo.cache.dir} is given, blocks of all files are also cached in that local
     * folder. The engine's own remote stores are cached in the same way.
     *
     * @param scheme the scheme in lower case, such as {@code s3}
     */
    public Builder cachedStorage(String scheme, Storage storage) {
      storage(scheme, storage);
      cached.add(scheme);
      return this;
    }

    /**
     * Sets whether commits to local files must survive a power failure (default: true). Writes are
     * faster without this guarantee; {@link Storage#local(boolean)} describes what may be lost.
     * Stores that are set with {@link #storage} are not affected.
     */
    public Builder durable(boolean enabled) {
      this.durable = enabled;
      return this;
    }

    /**
     * Adds settings by name. Most of them are settings of stores with TileDB's names, such as
     * {@code vfs.s3.region}. If a setting is given in several places, the first of these places
     * takes precedence:
     *
     * <ul>
     *   <li>this method
     *   <li>{@linkplain #configFile(Path) configuration files}
     *   <li>environment variables, such as {@code TILEDB_VFS_S3_REGION}
     *   <li>{@linkplain #profile profiles}
     *   <li>{@linkplain #configDefaults defaults}
     * </ul>
     *
     * <p>The engine has two settings of its own. {@code azulejo.cache.dir} is the folder of the
     * block cache (see {@link #cachedStorage}). {@code azulejo.scratch.dir} is the local folder for
     * written cells that do not fit in memory (default: the JVM's folder for temporary files).
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
     * engine are ignored. These are settings that start with {@code sm.}, {@code rest.} or {@code
     * ssl.}, and settings of stores that are not on the class path.
     */
    public Builder configDefaults(Map<String, String> values) {
      defaults.putAll(values);
      return this;
    }

    /**
     * Adds the settings in a TileDB configuration file. They override environment variables, and
     * are overridden by {@link #config}. TileDB settings that have no meaning for this engine are
     * ignored, as in {@link #configDefaults}.
     *
     * <p>Each line of the file consists of a name and a value, separated by blanks. A {@code #} at
     * the start of a line or after the value begins a comment. The file is read immediately. If
     * several files contain the same setting, the last file wins.
     *
     * @throws io.azulejo.error.NotFoundException if the file does not exist
     * @throws io.azulejo.error.StorageException if the file cannot be read
     * @throws InvalidRequestException if a line is not a setting
     */
    public Builder configFile(Path file) {
      return configFile(TileDbConfigFile.read(file));
    }

    /**
     * Adds settings that the program has read from a file of its own. They have the same precedence
     * as the settings in {@link #configFile(Path)}.
     */
    public Builder configFile(Map<String, String> values) {
      ofFiles.putAll(values);
      return this;
    }

    /**
     * Adds the settings in a TileDB profile, which is an object in the file {@code profiles.json}.
     * {@link #config}, {@link #configFile} and environment variables override them. TileDB settings
     * that have no meaning for this engine, such as {@code rest.}, are ignored.
     *
     * <p>This method sets the setting {@code profile_name}. The setting {@code profile_dir} is the
     * folder of the file (default: {@code .tiledb} in the user's home directory). Both can also be
     * set in other ways, such as the environment variables {@code TILEDB_PROFILE_NAME} and {@code
     * TILEDB_PROFILE_DIR}. If only the folder is set, the profile is {@code default}. If neither is
     * set, no profile is read. Profiles require the library jackson-core.
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

    /**
     * Adds the settings in a profile; see {@link #profile(String)}.
     *
     * @param folder the folder that contains {@code profiles.json}
     */
    public Builder profile(String name, Path folder) {
      return profile(name).config(Storages.PROFILE_FOLDER, folder.toString());
    }

    /**
     * Sets the key for all arrays and groups at and below a location; see also {@link #withKey}.
     */
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

    /** Replaces the spill files, which hold data that does not fit in memory. For tests only. */
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
     * Creates an engine with these settings. The caller must close it.
     *
     * @throws InvalidRequestException if a number is out of range, or if a setting is unknown or
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
