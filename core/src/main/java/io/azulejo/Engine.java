package io.azulejo;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.read.tile.KeptFiles;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.read.tile.TileCache;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The resources that all operations of an engine share: threads, memory, stores, keys. Immutable.
 */
record Engine(
    Resources resources,
    TileCache tileCache,
    KeptFiles keptFiles,
    ArrayPool arrays,
    ReadCounters reads,
    Storages storages,
    Keys keys) {
  /** Divisor of the memory budget that yields the maximum size of the threads' scratch memory. */
  private static final long SCRATCH_SHARE = 8;

  /** Divisor of the memory budget that yields the default size of the tile cache. */
  private static final long CACHE_SHARE = 8;

  /**
   * Divisor of the memory budget that yields the maximum size of pooled arrays from recycled
   * batches.
   */
  private static final long ARRAYS_SHARE = 4;

  /**
   * Creates an engine with these threads and stores. The memory of its caches counts against the
   * budget.
   */
  static Engine of(
      Tasks tasks,
      MemoryBudget budget,
      OptionalLong tileCache,
      SpillFiles spillFiles,
      Storages storages,
      Keys keys) {
    ScratchPool scratchPool = new ScratchPool(budget.capacity() / SCRATCH_SHARE);
    budget.reserve(scratchPool);
    return new Engine(
        new Resources(tasks, scratchPool, budget, spillFiles, Progress.NONE),
        new TileCache(tileCache.orElse(budget.capacity() / CACHE_SHARE), budget),
        new KeptFiles(),
        new ArrayPool(budget.capacity() / ARRAYS_SHARE, budget),
        new ReadCounters(),
        storages,
        keys);
  }

  /** Returns a copy of this engine with a key for everything at and below a location. */
  Engine withKey(Location prefix, EncryptionKey key) {
    return new Engine(
        resources, tileCache, keptFiles, arrays, reads, storages, keys.with(prefix, key));
  }

  /** Returns a copy of this engine whose work is limited to a part of the memory budget. */
  Engine withBudget(long bytes) {
    return new Engine(
        resources.withBudget(resources.budget().part(bytes)),
        tileCache,
        keptFiles,
        arrays,
        reads,
        storages,
        keys);
  }

  Tasks tasks() {
    return resources.tasks();
  }

  Storage storage(Location location) {
    return storages.of(location);
  }

  /**
   * Returns a store for changing an array or a group. The changes are recorded in seals that are
   * kept up to date.
   */
  Storage changing(Location location) {
    return Seals.changes(storage(location), location);
  }

  /**
   * Returns a store for creating an array. The new files are recorded in seals that are kept up to
   * date.
   */
  Storage creating(Location location) {
    return Seals.creation(storage(location), location, () -> kind(location) == ObjectKind.NONE);
  }

  void create(Location location, ArraySchema schema, CreateOptions options) {
    Cancellation.translate(
        () ->
            ArrayCreation.create(
                creating(location),
                location,
                schema,
                FormatVersion.writable(options.formatVersion()),
                key(location),
                options.at().orElseGet(System::currentTimeMillis),
                options.metadata().entries()));
  }

  /** Returns a store for reading. It compares reads with the seal if the options ask for it. */
  Storage reading(Location location, OpenOptions options) {
    Storage storage = storage(location);
    return options.isVerified() ? Seals.reads(storage, location) : storage;
  }

  ObjectKind kind(Location location) {
    return ObjectKind.at(storage(location), location);
  }

  Optional<EncryptionKey> key(Location location) {
    return keys.of(location);
  }

  /** Returns the key in the options, or otherwise the engine's key for the location. */
  Optional<EncryptionKey> key(Location location, OpenOptions options) {
    return options.key().or(() -> key(location));
  }

  static TimeRange times(OpenOptions options) {
    return options.at().orElseGet(() -> TimeRange.until(System.currentTimeMillis()));
  }

  /** Opens an array for changes. */
  WritableArray writable(Location location) {
    return WritableArray.open(changing(location), location, key(location));
  }
}
