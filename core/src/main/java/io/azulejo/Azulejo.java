package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.maintain.Deletion;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.internal.snapshot.ArrayEvolution;
import io.azulejo.internal.snapshot.EnumerationExtension;
import io.azulejo.internal.snapshot.FragmentRemoval;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.Progress;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine: opens, creates and changes arrays, owns threads and memory. One is enough for a
 * program; it is safe for use by many threads. Close it when all that was opened with it is done.
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

  /**
   * The same engine for a part of the work, such as one of several tasks: reads and writes that are
   * begun with the result, and those of arrays that it opens, together hold no more than these
   * bytes at a time, which count in the budget of this engine as well. The result shares threads,
   * stores and what is kept for later with this engine; closing either of them closes both.
   *
   * @param bytes see {@link Builder#memoryBudget}
   * @throws IllegalArgumentException if it is less than 1
   */
  public Azulejo withMemoryBudget(long bytes) {
    return new Azulejo(engine.withBudget(bytes));
  }

  /** Opens an array as it is now; see {@link #open(Location, OpenOptions)}. */
  public Array open(Location location) {
    return open(location, OpenOptions.DEFAULT);
  }

  /**
   * Opens an array with what was written in a range of times; see {@link #open(Location,
   * OpenOptions)}.
   */
  public Array open(Location location, TimeRange times) {
    return open(location, OpenOptions.DEFAULT.at(times));
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

  /**
   * Creates an array. If several writers create one at the same place at the same time, all may
   * succeed; the schema with the greatest time is then in force.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   * @throws io.azulejo.error.UnsupportedFormatException if the format version cannot store the
   *     schema; says the first version that can
   */
  public void create(Location location, ArraySchema schema, CreateOptions options) {
    ArrayCreation.create(
        engine.creating(location),
        location,
        schema,
        FormatVersion.writable(options.formatVersion()),
        engine.key(location),
        options.at().orElseGet(System::currentTimeMillis),
        options.metadata().entries());
  }

  /**
   * Begins to write cells to an array with {@link WriteRequest#DEFAULT}, as of now; see {@link
   * #write(Location, WriteRequest, ChangeOptions)}.
   */
  public ArrayWriter write(Location location) {
    return write(location, WriteRequest.DEFAULT);
  }

  /**
   * Begins to write cells to an array, as of now; see {@link #write(Location, WriteRequest,
   * ChangeOptions)}.
   */
  public ArrayWriter write(Location location, WriteRequest request) {
    return write(location, request, ChangeOptions.DEFAULT);
  }

  /**
   * Begins to write cells to an array.
   *
   * @return the writer, to be closed by the caller; nothing is seen of it before its {@link
   *     ArrayWriter#commit}
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if the request does not fit it, or a key is
   *     missing, wrong or not needed
   */
  public ArrayWriter write(Location location, WriteRequest request, ChangeOptions options) {
    return Writing.begin(engine, location, request, time(options));
  }

  /**
   * Makes what several writers staged part of an array, all at once, with {@link
   * CommitOptions#DEFAULT}; see {@link #commit(Location, List, CommitOptions)}.
   */
  public CommitResult commit(Location location, List<StagedFragments> parts) {
    return commit(location, parts, CommitOptions.DEFAULT);
  }

  /**
   * Makes what several writers {@linkplain ArrayWriter#stage staged} part of an array, all at once:
   * nothing of it is seen before this returns, all of it after. Fragments that are committed
   * already are not committed again. Parts must not overlap: boxes of dense arrays are compared,
   * and in sparse arrays without duplicates the cells where boxes of parts overlap, unless {@link
   * CommitOptions#distinctCells} says that this is not needed.
   *
   * @param parts of one writer each; those without cells change nothing
   * @return what is committed, and whether this call did it
   * @throws io.azulejo.error.NotFoundException if there is no array, or files of a part are gone,
   *     as it was discarded or collected as garbage; nothing was committed
   * @throws io.azulejo.error.InvalidRequestException if a part is of another array, or is there
   *     twice, or parts overlap, or some are committed and others not; nothing was committed
   * @throws io.azulejo.error.ConflictException if somebody has changed the array since the snapshot
   *     of {@link CommitOptions#onlyIf}; nothing was committed
   * @throws io.azulejo.error.UnsupportedFormatException if the array has to be upgraded first:
   *     below format version 12 one fragment alone is committed, without an id and a condition
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether it happened; call
   *     this again, with the same parts or at least the same id
   */
  public CommitResult commit(
      Location location, List<StagedFragments> parts, CommitOptions options) {
    return Writing.commit(engine, location, parts, options);
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
   * Writes the values of a box of a dense array with one attribute, and commits them.
   *
   * @param part the box: a range of each dimension, or the domain of those without
   * @param attribute its name
   * @param values of FLOAT64, in row-major order
   * @return the names of the fragments
   * @throws io.azulejo.error.InvalidRequestException as {@link ArrayWriter#append(String,
   *     double[])} and {@link ArrayWriter#commit}
   */
  public List<String> write(Location location, Subarray part, String attribute, double[] values) {
    return write(location, part, out -> out.append(attribute, values));
  }

  /** As {@link #write(Location, Subarray, String, double[])}, of FLOAT32. */
  public List<String> write(Location location, Subarray part, String attribute, float[] values) {
    return write(location, part, out -> out.append(attribute, values));
  }

  /** As {@link #write(Location, Subarray, String, double[])}, of integers of 8 bytes. */
  public List<String> write(Location location, Subarray part, String attribute, long[] values) {
    return write(location, part, out -> out.append(attribute, values));
  }

  /** As {@link #write(Location, Subarray, String, double[])}, of integers of 4 bytes. */
  public List<String> write(Location location, Subarray part, String attribute, int[] values) {
    return write(location, part, out -> out.append(attribute, values));
  }

  private List<String> write(Location location, Subarray part, Consumer<ArrayWriter> cells) {
    WriteRequest request = WriteRequest.builder().subarray(part).layout(Layout.ROW_MAJOR).build();
    try (ArrayWriter out = write(location, request)) {
      cells.accept(out);
      return out.commit();
    }
  }

  /**
   * Deletes the cells of a sparse array that meet a condition, as of now; see {@link
   * #delete(Location, DeleteRequest, ChangeOptions)}.
   */
  public Optional<String> delete(Location location, Condition condition) {
    return delete(location, DeleteRequest.where(condition), ChangeOptions.DEFAULT);
  }

  /**
   * Deletes cells of a sparse array: those that were written up to the time of the change and meet
   * a condition, and no others. Reads of earlier times still see them.
   *
   * <p>Where the format can store the condition, that is all that is written, and cells that are
   * written with earlier times later on are deleted, too. Where it cannot, as for nullable fields
   * (see {@link DeleteRequest}), the cells that are there now are found and deleted one by one, by
   * one commit: {@link #planDelete} says which. Memory is that of a batch, however many they are.
   *
   * @return the name of the deletion; empty where no cell is deleted, and nothing is done
   * @throws io.azulejo.error.InvalidRequestException if the array is dense, or the condition does
   *     not fit it, or the time lies within that of a fragment whose cells have no times
   * @throws io.azulejo.error.AlreadyExistsException if fragments have to be rewritten, which others
   *     consolidate or delete meanwhile; nothing is done
   * @throws io.azulejo.error.UnsupportedFormatException if the array has to be upgraded first
   */
  public Optional<String> delete(Location location, DeleteRequest request, ChangeOptions options) {
    return deletion(location, request, options).run();
  }

  /**
   * Finds out how {@link #delete(Location, DeleteRequest, ChangeOptions)} would delete cells, and
   * why; changes nothing.
   *
   * @throws io.azulejo.error.InvalidRequestException as the deletion would throw it
   * @throws io.azulejo.error.UnsupportedFormatException if the array has to be upgraded first
   */
  public DeletionPlan planDelete(Location location, DeleteRequest request, ChangeOptions options) {
    return deletion(location, request, options).plan();
  }

  private Deletion deletion(Location location, DeleteRequest request, ChangeOptions options) {
    return new Deletion(
        engine.writable(location), request, time(options), engine.maintaining(Progress.NONE));
  }

  /**
   * Changes the schema of an array, of whatever version; it is stored in format version 22, which
   * released TileDB reads, or in 23 where the array has that. Cells are not touched: those that
   * were written before have the fill values of new attributes.
   *
   * @return whether something was stored; false if the schema is like that already
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if the change cannot be made, or an attribute
   *     is dropped that a deletion looks at, or the time is such that the new schema would not be
   *     the latest
   */
  public boolean evolve(Location location, SchemaEvolution evolution, ChangeOptions options) {
    WritableArray array = engine.writable(location);
    return ArrayEvolution.evolve(array, evolution, options.at(), engine.tasks());
  }

  /**
   * Adds values to enumerations of an array, as far as they lack them; what is written to the array
   * from then on can refer to them. Several writers may do so at once: each value gets one index,
   * which it keeps, and no value is lost. Unlike {@link #evolve}, the schema stays in its format
   * version, and is of the time of the schema before it, so that reads of all times have the
   * values.
   *
   * <p>The values come after those that there are. In an ordered enumeration they are greater.
   *
   * @param values for each enumeration, by its name, values that it is to have; in any order, also
   *     some that it has
   * @return these enumerations, in the order of the list, with all the values that they have now
   * @throws io.azulejo.error.NotFoundException if there is no array, or no enumeration of a name
   * @throws io.azulejo.error.InvalidRequestException if an enumeration has values of another type,
   *     or would have more than indexes of its attributes can count
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether it happened; call
   *     this again
   */
  public List<Enumeration> extendEnumerations(Location location, List<Enumeration> values) {
    return EnumerationExtension.extend(
        engine.changing(location), location, engine.key(location), values, engine.tasks());
  }

  /**
   * Stores the schema of an array anew, in format version 22, the newest that released TileDB
   * reads; cells are then written in it. Those that are there stay as they are.
   *
   * @return whether something was stored; false if the array is of that version or a newer one
   * @throws io.azulejo.error.NotFoundException if there is no array
   */
  public boolean upgrade(Location location, ChangeOptions options) {
    WritableArray array = engine.writable(location);
    return ArrayEvolution.upgrade(array, Optional.empty(), options.at(), engine.tasks());
  }

  /**
   * Stores the schema of an array anew, in a newer format version.
   *
   * @param formatVersion 10 to 23
   * @return whether something was stored; false if the array is of that version
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if the array is of a newer version
   * @throws io.azulejo.error.UnsupportedFormatException if the version cannot store the schema
   */
  public boolean upgrade(Location location, int formatVersion, ChangeOptions options) {
    FormatVersion wanted = FormatVersion.writable(formatVersion);
    WritableArray array = engine.writable(location);
    return ArrayEvolution.upgrade(array, Optional.of(wanted), options.at(), engine.tasks());
  }

  /**
   * Deletes the fragments of an array whose times all lie in a range, at once. Fragments that were
   * consolidated over longer times stay. Files that cannot be deleted once the fragments are gone
   * for all to see are left as garbage.
   *
   * @return the names of the fragments that were deleted; none if there are no such fragments
   * @throws io.azulejo.error.NotFoundException if there is no array
   */
  public List<String> deleteFragments(Location location, TimeRange times) {
    WritableArray array = engine.writable(location);
    return FragmentRemoval.within(array, times, engine.tasks());
  }

  /**
   * Deletes fragments of an array by their names, at once. What a consolidated fragment has
   * replaced does not come back.
   *
   * @param names see {@link FragmentInfo#name}
   * @throws io.azulejo.error.NotFoundException if there is no array
   * @throws io.azulejo.error.InvalidRequestException if there is none of a name; nothing is deleted
   */
  public void deleteFragments(Location location, Collection<String> names) {
    WritableArray array = engine.writable(location);
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
        engine.changing(location),
        location,
        engine.key(location),
        change.entries(),
        time(options),
        engine.tasks());
  }

  /**
   * Finds, copies, moves and removes arrays and groups; opens and changes groups. Works with this
   * engine's threads, memory and keys.
   */
  public Catalog catalog() {
    return new Catalog(engine);
  }

  /** Stores files as arrays and reads them back, with this engine. */
  public FileArrays files() {
    return new FileArrays(this);
  }

  /** Consolidates, vacuums, verifies and repairs what is stored, with this engine. */
  public Maintenance maintenance() {
    return new Maintenance(engine);
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

  /**
   * Ends the threads and frees the buffers of the engine. Reads and writes in progress, or begun
   * later, end with an {@link IllegalStateException}.
   */
  @Override
  public void close() {
    engine.tasks().close();
    engine.scratchPool().close();
    engine.tileCache().clear();
    engine.storages().close();
  }

  private static long time(ChangeOptions options) {
    return options.at().orElseGet(System::currentTimeMillis);
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
    private Keys keys = Keys.NONE;

    private Builder() {}

    /**
     * The number of threads that decode and merge, besides the caller's; 0 or more. By default as
     * many as the machine has processors.
     */
    public Builder computeThreads(int number) {
      this.computeThreads = number;
      return this;
    }

    /**
     * The number of threads that read and write files, besides the caller's; 0 or more. By default
     * four for each processor, 8 to 64. Requests to stores behind a network have up to 64 threads
     * of their own, or none if this is 0.
     */
    public Builder ioThreads(int number) {
      this.ioThreads = number;
      return this;
    }

    /**
     * The bytes that all reads and writes of the engine together may hold at a time, those of
     * batches in the making among them; 1 or more. By default half of the heap. An eighth of it may
     * stay in buffers of threads between reads, and some in the {@linkplain #tileCache cache}. One
     * step of a read or a write that needs more is refused with an {@link
     * io.azulejo.error.InvalidRequestException}.
     */
    public Builder memoryBudget(long bytes) {
      this.memoryBudget = bytes;
      return this;
    }

    /**
     * The memory of another engine, in place of a budget of its own: what both hold together stays
     * within that engine's. For processes that need engines of several settings.
     */
    public Builder memoryOf(Azulejo other) {
      this.shared = other.engine.budget();
      return this;
    }

    /**
     * The bytes of tiles that are kept for later reads of open arrays, which then need not fetch
     * and decode them again: as they are stored, and as far as they were decoded; 0 for none. By
     * default an eighth of the memory budget. Reads and writes in progress come first: what they
     * leave of the budget is what may be kept. Reads that fetch more than a quarter of these bytes
     * add none.
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
     * The store for locations of a scheme, as {@link #storage} sets it, of which the engine
     * remembers what can never change: schemas, lists and the metadata of fragments in memory, and
     * blocks of all files on the local disk where the setting {@code azulejo.cache.dir} names a
     * folder. The remote stores that an engine makes itself are so already.
     */
    public Builder cachedStorage(String scheme, Storage storage) {
      storage(scheme, storage);
      cached.add(scheme);
      return this;
    }

    /**
     * Whether what was written to local files survives a power failure (the default), or is left to
     * the operating system to write when it likes, which is faster: {@link Storage#local(boolean)}
     * says what may then be lost. Has no effect on stores that are given.
     */
    public Builder durable(boolean yes) {
      this.durable = yes;
      return this;
    }

    /**
     * Settings by name, most of stores: {@code vfs.s3.region} and the like, as TileDB calls them.
     * They go before variables of the environment, such as {@code TILEDB_VFS_S3_REGION}. Those of
     * the engine itself are {@code azulejo.cache.dir} and its kin, see {@link #cachedStorage}, and
     * {@code azulejo.scratch.dir}: the folder of the local disk (by default the JVM's for temporary
     * files) for cells that are written and that the memory has no room for.
     */
    public Builder config(Map<String, String> values) {
      settings.putAll(values);
      return this;
    }

    /** A setting; see {@link #config(Map)}. */
    public Builder config(String name, String value) {
      settings.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
      return this;
    }

    /**
     * The key of all arrays and groups at and below a location; see {@link Azulejo#withKey}, which
     * adds one later.
     */
    public Builder key(Location prefix, EncryptionKey key) {
      keys =
          keys.with(Objects.requireNonNull(prefix, "prefix"), Objects.requireNonNull(key, "key"));
      return this;
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
     * @throws IllegalArgumentException if a number is out of its range
     * @throws io.azulejo.error.InvalidRequestException if a setting is unknown, or can't be used
     */
    public Azulejo build() {
      MemoryBudget budget = shared == null ? new MemoryBudget(memoryBudget) : shared;
      Storages stores = new Storages(stores(), cached, settings, System.getenv(), budget);
      SpillFiles files = spillFiles == null ? SpillFiles.in(stores.scratchFolder()) : spillFiles;
      Tasks tasks = new Tasks(computeThreads, ioThreads);
      return new Azulejo(Engine.of(tasks, budget, tileCache, files, stores, keys));
    }
  }
}
