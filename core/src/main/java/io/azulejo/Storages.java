package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.storage.CachedStorage;
import io.azulejo.internal.storage.FileCache;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import io.azulejo.storage.StoreMemory;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The stores of an engine by scheme. These are stores that the program sets, local files, memory,
 * and stores of providers on the class path, which are created on first use. Safe for use by
 * several threads.
 */
final class Storages implements AutoCloseable {
  /**
   * The modules that contain stores, by scheme. Used in messages if a module is not on the class
   * path.
   */
  private static final Map<String, String> MODULES =
      Map.ofEntries(
          Map.entry("s3", "azulejo-s3"),
          Map.entry("s3a", "azulejo-s3"),
          Map.entry("gs", "azulejo-gcs"),
          Map.entry("gcs", "azulejo-gcs"),
          Map.entry("azure", "azulejo-azure"),
          Map.entry("az", "azulejo-azure"),
          Map.entry("abfs", "azulejo-azure"),
          Map.entry("abfss", "azulejo-azure"),
          Map.entry("http", "azulejo-web"),
          Map.entry("https", "azulejo-web"),
          Map.entry("zip", "azulejo-web"));

  /**
   * TileDB settings that tune reads. They are accepted and ignored, because this engine tunes reads
   * itself.
   */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "vfs.min_batch_gap",
          "vfs.min_batch_size",
          "vfs.max_batch_size",
          "vfs.read_ahead_size",
          "vfs.read_ahead_cache_size",
          "vfs.min_parallel_size");

  /** Setting: maximum size of the memory cache for files of remote stores, in bytes. */
  private static final String CACHE_MEMORY = "azulejo.cache.memory";

  /** Setting: local folder that caches blocks of files of remote stores. */
  private static final String CACHE_FOLDER = "azulejo.cache.dir";

  /** Setting: maximum size of the cache in this folder, in bytes. */
  private static final String CACHE_SIZE = "azulejo.cache.size";

  /**
   * TileDB settings for features that this engine does not have, but that TileDB's files may
   * contain.
   */
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "config.*",
          "filestore.*",
          "rest.*",
          "sm.*",
          "ssl.*",
          "vfs.file.*",
          "vfs.hdfs.*",
          "vfs.log_operations",
          "vfs.read_logging_mode");

  /** Setting: name of a TileDB profile. */
  static final String PROFILE_NAME = "profile_name";

  /** Setting: folder of TileDB profiles. */
  static final String PROFILE_FOLDER = "profile_dir";

  private static final Set<String> OWN =
      Set.of(
          CACHE_MEMORY,
          CACHE_FOLDER,
          CACHE_SIZE,
          SpillFiles.FOLDER_SETTING,
          PROFILE_NAME,
          PROFILE_FOLDER);

  /** Divisor of the memory budget that yields the default size of the memory cache of files. */
  private static final long CACHE_SHARE = 16;

  private static final long DISK_CACHE = 10L << 30;

  private final Map<String, Storage> byScheme = new HashMap<>();
  private final List<Storage> made = new ArrayList<>();
  private final Map<String, String> given;
  private final Map<String, String> defaults;
  private final MemoryBudget budget;

  /**
   * The memory cache that all cached stores share; null until the first cached store is created.
   */
  private @Nullable FileCache files;

  private final Map<String, String> environment;
  private boolean closed;

  /**
   * Creates the stores. A store that the program sets replaces a provider's store.
   *
   * @param stores stores that the program sets, by lower-case scheme
   * @param cachedSchemes schemes of these stores whose files are cached
   * @param settings settings for providers; the settings, the environment or the defaults may name
   *     a TileDB profile
   * @param defaults settings with lower precedence than {@code settings}, the environment and the
   *     profile; unsupported TileDB settings are ignored
   * @param environment environment variables of the process: {@code TILEDB_VFS_S3_REGION} sets
   *     {@code vfs.s3.region} and {@code AZULEJO_CACHE_DIR} sets {@code azulejo.cache.dir}, unless
   *     {@code settings} does so
   * @param budget the memory budget; the memory cache of remote files takes a share of it
   * @throws InvalidRequestException if a setting is unknown
   */
  Storages(
      Map<String, Storage> stores,
      Set<String> cachedSchemes,
      Map<String, String> settings,
      Map<String, String> defaults,
      Map<String, String> environment,
      MemoryBudget budget) {
    byScheme.put("file", Storage.local());
    byScheme.put("mem", Storage.inMemory());
    byScheme.putAll(stores);
    this.given = Map.copyOf(settings);
    this.defaults = new TreeMap<>(defaults);
    this.environment = environment;
    this.defaults.putAll(profile());
    this.defaults.keySet().removeIf(Storages::isUnsupported);
    this.budget = budget;
    Set<String> names = new TreeSet<>(settings.keySet());
    names.addAll(this.defaults.keySet());
    if (!names.isEmpty()) {
      requireKnown(names);
    }
    cachedSchemes.forEach(scheme -> byScheme.computeIfPresent(scheme, (s, store) -> cached(store)));
  }

  /**
   * Returns the settings that override the environment: the settings in files, without unsupported
   * TileDB settings, overridden by the program's settings.
   */
  static Map<String, String> explicit(Map<String, String> ofFiles, Map<String, String> given) {
    Map<String, String> all = new TreeMap<>(ofFiles);
    all.keySet().removeIf(Storages::isUnsupported);
    all.putAll(given);
    return all;
  }

  /** Returns the settings of the selected TileDB profile; empty if no profile is selected. */
  private Map<String, String> profile() {
    Settings own = Settings.of(withEnvironment(OWN));
    Optional<String> name = own.text(PROFILE_NAME);
    Optional<String> folder = own.text(PROFILE_FOLDER);
    if (name.isEmpty() && folder.isEmpty()) {
      return Map.of();
    }
    try {
      return TileDbProfile.read(
          folder.map(Path::of).orElseGet(TileDbProfile::defaultFolder),
          name.orElse(TileDbProfile.DEFAULT_NAME));
    } catch (InvalidPathException e) {
      throw own.invalid(PROFILE_FOLDER, "a local folder");
    }
  }

  /**
   * Returns whether a TileDB setting is for a feature that this engine does not have, or for a
   * store that is not on the class path.
   */
  private static boolean isUnsupported(String name) {
    return UNSUPPORTED.stream().anyMatch(pattern -> matches(name, pattern))
        || (name.startsWith("vfs.") && absentModule(name, known()).isPresent());
  }

  private static Set<String> known() {
    Set<String> known = new TreeSet<>(WITHOUT_EFFECT);
    known.addAll(OWN);
    for (StorageProvider provider : providers()) {
      known.addAll(provider.settings());
    }
    return known;
  }

  /**
   * Returns the module of the store to which a setting belongs, if that module is not on the class
   * path.
   */
  private static Optional<String> absentModule(String name, Set<String> known) {
    String[] parts = name.split("\\.", 3);
    boolean ofStore = parts.length == 3 && Set.of("vfs", "azulejo").contains(parts[0]);
    return ofStore && known.stream().noneMatch(k -> k.startsWith(parts[0] + "." + parts[1] + "."))
        ? Optional.ofNullable(MODULES.get(parts[1]))
        : Optional.empty();
  }

  private static void requireKnown(Set<String> names) {
    Set<String> known = known();
    for (String name : names) {
      if (known.stream().noneMatch(pattern -> matches(name, pattern))) {
        Optional<String> module = absentModule(name, known);
        if (module.isPresent()) {
          throw InvalidRequestException.ofMissingModule(
              "setting \"%s\" needs the module %s on the class path".formatted(name, module.get()),
              null,
              module.get());
        }
        throw new InvalidRequestException(
            "unknown setting \"%s\"%s"
                .formatted(
                    name,
                    Suggestion.of(name, known)
                        .map("; did you mean \"%s\"?"::formatted)
                        .orElse("; settings of stores begin with vfs., such as vfs.s3.region")));
      }
    }
  }

  private static boolean matches(String name, String pattern) {
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  private static ServiceLoader<StorageProvider> providers() {
    return ServiceLoader.load(StorageProvider.class);
  }

  /**
   * Returns the store that serves a location.
   *
   * @throws InvalidRequestException if no store serves its scheme
   */
  Storage of(Location location) {
    return of(location.scheme(), location);
  }

  private synchronized Storage of(String scheme, Location location) {
    Storage known = byScheme.get(scheme);
    if (known != null) {
      return known;
    }
    if (closed) {
      throw new InvalidRequestException("the engine is closed");
    }
    for (StorageProvider provider : providers()) {
      if (provider.serves(scheme)) {
        Storage storage = byScheme.get(provider.canonical(scheme));
        if (storage == null) {
          storage = cached(provider.storage(scheme, context(provider, location)));
          made.add(storage);
          byScheme.put(provider.canonical(scheme), storage);
        }
        byScheme.put(scheme, storage);
        return storage;
      }
    }
    String module = MODULES.get(scheme.startsWith("zip+") ? "zip" : scheme);
    String message =
        "scheme \"%s:\" is not supported (supported: %s)"
            .formatted(scheme, String.join(", ", served()));
    throw module == null
        ? new InvalidRequestException(message, location.toString())
        : InvalidRequestException.ofMissingModule(
            "%s; %s needs the module %s on the class path".formatted(message, scheme, module),
            location.toString(),
            module);
  }

  /**
   * Returns the schemes of existing stores, and the schemes in {@link #MODULES} that providers
   * serve.
   */
  private Set<String> served() {
    Set<String> served = new TreeSet<>(byScheme.keySet());
    for (String scheme : MODULES.keySet()) {
      String example = scheme.equals("zip") ? "zip+file" : scheme;
      for (StorageProvider provider : providers()) {
        if (provider.serves(example)) {
          served.add(example);
        }
      }
    }
    return served;
  }

  private StorageProvider.Context context(StorageProvider provider, Location location) {
    Settings settings = Settings.of(withEnvironment(provider.settings()));
    StoreMemory memory =
        new StoreMemory() {
          @Override
          public void take(long bytes) {
            budget.take(bytes);
          }

          @Override
          public boolean tryTake(long bytes) {
            return budget.tryTake(bytes);
          }

          @Override
          public void giveBack(long bytes) {
            budget.giveBack(bytes);
          }
        };
    return new StorageProvider.Context() {
      @Override
      public Settings settings() {
        return settings;
      }

      @Override
      public Storage storage(String scheme) {
        return of(scheme, location);
      }

      @Override
      public StoreMemory memory() {
        return memory;
      }
    };
  }

  /** Returns a store with a cache, unless reads from the store are fast anyway. */
  private Storage cached(Storage storage) {
    if (storage.traits().readsFast()) {
      return storage;
    }
    Settings own = Settings.of(withEnvironment(OWN));
    FileCache memory = files;
    if (memory == null) {
      long share = budget.capacity() / CACHE_SHARE;
      memory = new FileCache(own.integer(CACHE_MEMORY, share, 0, Long.MAX_VALUE), budget);
      files = memory;
    }
    return new CachedStorage(
        storage,
        memory,
        own.text(CACHE_FOLDER).map(Path::of),
        own.integer(CACHE_SIZE, DISK_CACHE, 1 << 20, Long.MAX_VALUE));
  }

  /**
   * Returns the folder for spill files, which may not exist yet.
   *
   * @throws InvalidRequestException if the setting is not a valid, writable folder
   */
  Path scratchFolder() {
    Settings own = Settings.of(withEnvironment(OWN));
    Optional<String> given = own.text(SpillFiles.FOLDER_SETTING);
    if (given.isEmpty()) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    try {
      Path folder = Path.of(given.get());
      if (!Files.exists(folder) || (Files.isDirectory(folder) && Files.isWritable(folder))) {
        return folder;
      }
    } catch (InvalidPathException e) {
      // reported below
    }
    throw own.invalid(SpillFiles.FOLDER_SETTING, "a writable local folder");
  }

  private Map<String, String> withEnvironment(Set<String> names) {
    Map<String, String> values = new TreeMap<>(defaults);
    for (String name : names) {
      String prefix = name.startsWith("azulejo.") ? "" : "TILEDB_";
      String variable = prefix + name.toUpperCase(Locale.ROOT).replace('.', '_');
      String value = environment.get(variable);
      if (value != null) {
        values.put(name, value);
      }
    }
    values.putAll(given);
    return values;
  }

  /** Closes the stores that were created by providers. */
  @Override
  public void close() {
    List<Storage> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(made);
      made.clear();
    }
    Cleanup.runAll(all.stream().<Runnable>map(storage -> storage::close).toList());
  }
}
