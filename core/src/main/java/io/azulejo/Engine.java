package io.azulejo;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FormatVersion;
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

/** What all acts of one engine have in common: threads, memory, stores, keys. Immutable. */
record Engine(
    Resources resources,
    TileCache tileCache,
    ArrayPool arrays,
    ReadCounters reads,
    Storages storages,
    Keys keys) {
  /** One part in so many of the budget is kept as scratch memory of threads. */
  private static final long SCRATCH_SHARE = 8;

  /** One part in so many of the budget keeps tiles, unless a setting says otherwise. */
  private static final long CACHE_SHARE = 8;

  /** Which part of the memory budget arrays may take that callers gave back. */
  private static final long ARRAYS_SHARE = 4;

  /** An engine with these threads and stores, with what it keeps within the budget. */
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
        new ArrayPool(budget.capacity() / ARRAYS_SHARE, budget),
        new ReadCounters(),
        storages,
        keys);
  }

  /** The same, with the key of all that is at and below a location. */
  Engine withKey(Location prefix, EncryptionKey key) {
    return new Engine(resources, tileCache, arrays, reads, storages, keys.with(prefix, key));
  }

  /** The same, with a part of the memory budget. */
  Engine withBudget(long bytes) {
    return new Engine(
        resources.withBudget(resources.budget().part(bytes)),
        tileCache,
        arrays,
        reads,
        storages,
        keys);
  }

  Tasks tasks() {
    return resources.tasks();
  }

  /** The store that serves a location. */
  Storage storage(Location location) {
    return storages.of(location);
  }

  /** A store for a change, of which seals that are kept up to date learn. */
  Storage changing(Location location) {
    return Seals.changes(storage(location), location);
  }

  /** The same for a change that creates an array. */
  Storage creating(Location location) {
    return Seals.creation(storage(location), location, () -> kind(location) == ObjectKind.NONE);
  }

  /** Creates an array. */
  void create(Location location, ArraySchema schema, CreateOptions options) {
    Cancellation.atDoor(
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

  /** A store to read from. */
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

  /** The key that something is opened with: that of the options, else that of its folder. */
  Optional<EncryptionKey> key(Location location, OpenOptions options) {
    return options.key().or(() -> key(location));
  }

  static TimeRange times(OpenOptions options) {
    return options.at().orElseGet(() -> TimeRange.until(System.currentTimeMillis()));
  }

  /** An array, to be changed. */
  WritableArray writable(Location location) {
    return WritableArray.open(changing(location), location, key(location));
  }
}
