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
 * The engine: opens, creates and changes arrays, owns threads and memory. One is enough for a
 * program; it is safe for use by many threads. Close it when all that was opened with it is done.
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

  /** An engine with default settings. */
  public static Azulejo create() {
    return builder().build();
  }

  /** A builder of an engine. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The same engine, with the key of all arrays and groups at and below a location; nearer
   * locations come before others. Arrays there that are not encrypted are refused. The result
   * shares threads and memory with this engine; closing either of them closes both.
   */
  public Azulejo withKey(Location prefix, EncryptionKey key) {
    return new Azulejo(
        engine.withKey(
            Objects.requireNonNull(prefix, "prefix"), Objects.requireNonNull(key, "key")));
  }

  /** See {@link #withKey(Location, EncryptionKey)}; for a path or URI. */
  public Azulejo withKey(String prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /** See {@link #withKey(Location, EncryptionKey)}; for a local path. */
  public Azulejo withKey(Path prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /** See {@link #withKey(Location, EncryptionKey)}; for a URI. */
  public Azulejo withKey(URI prefix, EncryptionKey key) {
    return withKey(Location.of(prefix), key);
  }

  /**
   * The same engine for a part of the work, such as one of several tasks: reads and writes that are
   * begun with the result, and those of arrays that it opens, together hold no more than these
   * bytes at a time, which count in the budget of this engine as well. The result shares threads,
   * stores and what is kept for later with this engine; closing either of them closes both.
   *
   * @param bytes see {@link Builder#memoryBudget}
   * @throws InvalidRequestException if it is less than 1
   */
  public Azulejo withMemoryBudget(long bytes) {
    return new Azulejo(engine.withBudget(bytes));
  }

  /** Opens an array as it is now; see {@link #open(Location, OpenOptions)}. */
  public Array open(Location location) {
    return open(location, OpenOptions.DEFAULT);
  }

  /** See {@link #open(Location)}; for a path or URI. */
  public Array open(String location) {
    return open(Location.of(location));
  }

  /** See {@link #open(Location)}; for a local path. */
  public Array open(Path location) {
    return open(Location.of(location));
  }

  /** See {@link #open(Location)}; for a URI. */
  public Array open(URI location) {
    return open(Location.of(location));
  }

  /**
   * Opens an array with what was written in a range of times; see {@link #open(Location,
   * OpenOptions)}.
   */
  public Array open(Location location, TimeRange times) {
    return open(location, OpenOptions.DEFAULT.at(times));
  }

  /** See {@link #open(Location, TimeRange)}; for a path or URI. */
  public Array open(String location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /** See {@link #open(Location, TimeRange)}; for a local path. */
  public Array open(Path location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /** See {@link #open(Location, TimeRange)}; for a URI. */
  public Array open(URI location, TimeRange times) {
    return open(Location.of(location), times);
  }

  /**
   * Opens an array as a snapshot, which need not be closed. Reads its listings, schemas and the
   * footers of its fragments; tables and cells are read when they are needed.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array, or no seal to compare with
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public Array open(Location location, OpenOptions options) {
    return Array.open(engine, location, options);
  }

  /** See {@link #open(Location, OpenOptions)}; for a path or URI. */
  public Array open(String location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /** See {@link #open(Location, OpenOptions)}; for a local path. */
  public Array open(Path location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /** See {@link #open(Location, OpenOptions)}; for a URI. */
  public Array open(URI location, OpenOptions options) {
    return open(Location.of(location), options);
  }

  /**
   * Opens an array as it is now, in a thread of the engine; see {@link ArrayHandle#openAsync},
   * which takes options.
   */
  public CompletableFuture<Array> openAsync(Location location) {
    return array(location).openAsync(OpenOptions.DEFAULT);
  }

  /** See {@link #openAsync(Location)}; for a path or URI. */
  public CompletableFuture<Array> openAsync(String location) {
    return openAsync(Location.of(location));
  }

  /** See {@link #openAsync(Location)}; for a path. */
  public CompletableFuture<Array> openAsync(Path location) {
    return openAsync(Location.of(location));
  }

  /** See {@link #openAsync(Location)}; for a URI. */
  public CompletableFuture<Array> openAsync(URI location) {
    return openAsync(Location.of(location));
  }

  /** Opens what a token names, see {@link #open(SnapshotToken, OpenOptions)}. */
  public Array open(SnapshotToken token) {
    return open(token, OpenOptions.DEFAULT);
  }

  /**
   * Opens exactly what another open array sees, of whatever process: the same fragments, schema,
   * deletions and metadata. No folder is listed, and what was written, consolidated or deleted
   * since is not seen. {@link Array#history} shows no more than this, and {@link Array#refresh}
   * sees what is new in the token's times.
   *
   * @param options a key, if the engine has none for the location; the times are those of the token
   * @throws io.azulejo.error.NotFoundException if the array was deleted, or fragments of it
   *     vacuumed; so do reads where that happens later
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed, or
   *     the options have other times
   */
  public Array open(SnapshotToken token, OpenOptions options) {
    if (options.at().filter(times -> !times.equals(token.times())).isPresent()) {
      throw new InvalidRequestException(
          "the token is of the times %s, the options of %s: leave them out of the options"
              .formatted(token.times(), options.at().get()));
    }
    return Array.open(engine, token, options);
  }

  /**
   * Does {@link #create(Location, ArraySchema, CreateOptions)} with {@link CreateOptions#DEFAULT}.
   */
  public void create(Location location, ArraySchema schema) {
    create(location, schema, CreateOptions.DEFAULT);
  }

  /** See {@link #create(Location, ArraySchema)}; for a path or URI. */
  public void create(String location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /** See {@link #create(Location, ArraySchema)}; for a local path. */
  public void create(Path location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /** See {@link #create(Location, ArraySchema)}; for a URI. */
  public void create(URI location, ArraySchema schema) {
    create(Location.of(location), schema);
  }

  /**
   * Creates an array. If several writers create one at the same place at the same time, all may
   * succeed; the schema with the greatest time is then in force.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   * @throws io.azulejo.error.UnsupportedFormatException if the format version cannot store the
   *     schema; says the first version that can
   */
  public void create(Location location, ArraySchema schema, CreateOptions options) {
    engine.create(location, schema, options);
  }

  /** See {@link #create(Location, ArraySchema, CreateOptions)}; for a path or URI. */
  public void create(String location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /** See {@link #create(Location, ArraySchema, CreateOptions)}; for a local path. */
  public void create(Path location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /** See {@link #create(Location, ArraySchema, CreateOptions)}; for a URI. */
  public void create(URI location, ArraySchema schema, CreateOptions options) {
    create(Location.of(location), schema, options);
  }

  /**
   * Deletes what was {@linkplain ArrayWriter#stage staged} and is not to be committed; does nothing
   * where it is gone already. Fragments that are committed stay. It must be certain that nobody is
   * about to commit the rest: after a {@link io.azulejo.error.CommitUnknownException} repeat the
   * commit, and discard what is not in its result.
   *
   * @return the names of the fragments that stay, as they are committed
   */
  public List<String> discard(List<StagedFragments> parts) {
    return Writing.discard(engine, parts);
  }

  /**
   * Returns a handle to the array at a location, to read, write, change and maintain it. Does not
   * look whether there is one.
   */
  public ArrayHandle array(Location location) {
    return new ArrayHandle(engine, Objects.requireNonNull(location, "location"));
  }

  /** See {@link #array(Location)}; for a path or URI. */
  public ArrayHandle array(String location) {
    return array(Location.of(location));
  }

  /** See {@link #array(Location)}; for a local path. */
  public ArrayHandle array(Path location) {
    return array(Location.of(location));
  }

  /** See {@link #array(Location)}; for a URI. */
  public ArrayHandle array(URI location) {
    return array(Location.of(location));
  }

  /**
   * Returns a handle to the group at a location, to open, change and maintain it. Does not look
   * whether there is one.
   */
  public GroupHandle group(Location location) {
    return new GroupHandle(engine, Objects.requireNonNull(location, "location"));
  }

  /** See {@link #group(Location)}; for a path or URI. */
  public GroupHandle group(String location) {
    return group(Location.of(location));
  }

  /** See {@link #group(Location)}; for a local path. */
  public GroupHandle group(Path location) {
    return group(Location.of(location));
  }

  /** See {@link #group(Location)}; for a URI. */
  public GroupHandle group(URI location) {
    return group(Location.of(location));
  }

  /** Finds, copies, moves and removes arrays and groups, with this engine. */
  public Catalog catalog() {
    return new Catalog(engine);
  }

  /**
   * Measures filters on some cells: encodes a column as the values of one tile. Offsets and
   * validity are not counted, unless the filters encode offsets with the values, as RLE and
   * DICTIONARY of strings do.
   *
   * @return the size of the filtered values in bytes
   * @throws io.azulejo.error.InvalidRequestException if the filters cannot store such values
   */
  public long filteredSize(Column column, FilterPipeline filters) {
    return Maintenance.filteredSize(engine, column, filters);
  }

  /** Stores files as arrays and reads them back, with this engine. */
  public FileArrays files() {
    return new FileArrays(this);
  }

  /**
   * Consolidates, vacuums, verifies, seals and repairs the array or group at a location, or all
   * arrays and groups in a folder, with this engine.
   */
  public Maintenance maintenance(Location location) {
    return new Maintenance(engine, Objects.requireNonNull(location, "location"));
  }

  /** See {@link #maintenance(Location)}; for a path or URI. */
  public Maintenance maintenance(String location) {
    return maintenance(Location.of(location));
  }

  /** See {@link #maintenance(Location)}; for a local path. */
  public Maintenance maintenance(Path location) {
    return maintenance(Location.of(location));
  }

  /** See {@link #maintenance(Location)}; for a URI. */
  public Maintenance maintenance(URI location) {
    return maintenance(Location.of(location));
  }

  /**
   * The store that serves a location, by its scheme. Seals are not kept up to date by what is
   * written there directly.
   *
   * @throws io.azulejo.error.InvalidRequestException if no store serves the scheme
   */
  public Storage storage(Location location) {
    return engine.storage(location);
  }

  /** See {@link #storage(Location)}; for a path or URI. */
  public Storage storage(String location) {
    return storage(Location.of(location));
  }

  /** See {@link #storage(Location)}; for a local path. */
  public Storage storage(Path location) {
    return storage(Location.of(location));
  }

  /** See {@link #storage(Location)}; for a URI. */
  public Storage storage(URI location) {
    return storage(Location.of(location));
  }

  /**
   * Returns what all reads of this engine have cost until now, finished ones and those in progress:
   * the sums of what {@link Read} delivers, aggregates, plans and splits, and of {@link
   * Array#statistics}. Opening arrays does not count ({@link Array#openStats}), nor do the reads
   * that writes and maintenance do themselves. Engines that share threads ({@link #withKey}, {@link
   * #withMemoryBudget}) count together.
   *
   * <p>Cheap and safe for use by many threads. Counts of reads in progress are added one by one, so
   * numbers that belong together may differ by what happens meanwhile.
   */
  public ReadStats stats() {
    return engine.reads().stats();
  }

  /**
   * Ends the threads and frees the buffers of the engine. Reads and writes in progress, or begun
   * later, end with an {@link InvalidRequestException}.
   */
  @Override
  public void close() {
    engine.tasks().close();
    engine.resources().scratchPool().close();
    engine.tileCache().clear();
    engine.storages().close();
  }

  /** The settings of an engine. Not for use by several threads. */
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
     * {@linkplain #tileCache cache} some. A single step that needs more fails with an {@link
     * InvalidRequestException}.
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
     * The store for locations of a scheme, in place of the one that would be found. It is not
     * closed by the engine.
     *
     * @param scheme in lower case, such as {@code s3}
     */
    public Builder storage(String scheme, Storage storage) {
      storages.put(
          Objects.requireNonNull(scheme, "scheme"), Objects.requireNonNull(storage, "storage"));
      return this;
    }

    /**
     * Sets a store as {@link #storage} does, and caches what cannot change: schemas, lists and the
     * metadata of fragments in memory, blocks of all files in the local folder {@code
     * azulejo.cache.dir} if that setting is given. The engine's own remote stores are cached, too.
     */
    public Builder cachedStorage(String scheme, Storage storage) {
      storage(scheme, storage);
      cached.add(scheme);
      return this;
    }

    /**
     * Sets whether commits to local files survive a power failure; default: true. Without it writes
     * are faster; {@link Storage#local(boolean)} says what may be lost. Stores that are given are
     * not affected.
     */
    public Builder durable(boolean yes) {
      this.durable = yes;
      return this;
    }

    /**
     * Adds settings by name, most of them of stores, such as {@code vfs.s3.region} as in TileDB.
     * They override {@linkplain #configFile files}, environment variables such as {@code
     * TILEDB_VFS_S3_REGION}, {@linkplain #profile profiles} and {@linkplain #configDefaults
     * defaults}, in this order. Settings of the engine are {@code azulejo.cache.dir} ({@link
     * #cachedStorage}) and {@code azulejo.scratch.dir}, the local folder for written cells that do
     * not fit in memory (default: that of the JVM for temporary files).
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
     * Adds settings that everything else overrides: {@link #config}, {@link #configFile},
     * environment variables and {@link #profile}. Settings of TileDB that mean nothing to this
     * engine ({@code sm.}, {@code rest.}, {@code ssl.}, stores that are not on the class path) are
     * ignored.
     */
    public Builder configDefaults(Map<String, String> values) {
      defaults.putAll(values);
      return this;
    }

    /**
     * Adds the settings of a configuration file of TileDB. They override environment variables, and
     * {@link #config} overrides them. Settings of TileDB that mean nothing to this engine are
     * ignored, as by {@link #configDefaults}. Each line is a name and a value with blanks between
     * them; lines that begin with {@code #} are comments. Reads the file at once; of several files
     * the last one counts.
     *
     * @throws io.azulejo.error.NotFoundException if the file does not exist
     * @throws io.azulejo.error.StorageException if it cannot be read
     * @throws InvalidRequestException if a line is not a setting
     */
    public Builder configFile(Path file) {
      return configFile(TileDbConfigFile.read(file));
    }

    /**
     * Adds settings that a program has read from a file of its own; otherwise as {@link
     * #configFile(Path)}.
     */
    public Builder configFile(Map<String, String> values) {
      ofFiles.putAll(values);
      return this;
    }

    /**
     * Adds the settings of a profile of TileDB: an object in the file {@code profiles.json}. {@link
     * #config}, {@link #configFile} and environment variables override them. Settings of TileDB
     * that mean nothing to this engine, such as {@code rest.}, are ignored.
     *
     * <p>The file is in the folder of the setting {@code profile_dir}, by default {@code .tiledb}
     * in the home directory of the user. This method sets {@code profile_name}. Both settings may
     * be given otherwise, too, such as by the environment variables {@code TILEDB_PROFILE_NAME} and
     * {@code TILEDB_PROFILE_DIR}. If only the folder is given, the profile is {@code default}. If
     * neither is given, no profile is read. Needs the library jackson-core.
     *
     * <p>{@link #build} reads the file. It throws {@link io.azulejo.error.NotFoundException} if the
     * file or the profile does not exist, {@link InvalidRequestException} if the file is not valid,
     * {@link io.azulejo.error.StorageException} if it cannot be read, and {@link
     * io.azulejo.error.UnsupportedFormatException} if the library is absent.
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

    /** See {@link #key(Location, EncryptionKey)}; for a path or URI. */
    public Builder key(String prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /** See {@link #key(Location, EncryptionKey)}; for a local path. */
    public Builder key(Path prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /** See {@link #key(Location, EncryptionKey)}; for a URI. */
    public Builder key(URI prefix, EncryptionKey key) {
      return key(Location.of(prefix), key);
    }

    /** Other files for what work in progress has no room for in memory; for tests. */
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
     * A new engine with these settings, to be closed by the caller.
     *
     * @throws InvalidRequestException if a number is out of its range, or a setting is unknown or
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
