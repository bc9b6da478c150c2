package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.storage.Storage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one read: files, threads and memory. All operations of a read go through its
 * scope, so that they are counted and can be stopped in one place.
 */
public final class ReadScope {
  /**
   * Maximum size of a batch in bytes, even if the budget is larger. Larger batches do not improve
   * speed.
   */
  private static final long MAX_BATCH = 64L << 20;

  private static final long MIN_BATCH = 1L << 12;

  /**
   * Maximum number of pending bytes for which a network still gets faster: 64 requests, each long
   * enough to outweigh its latency.
   */
  private static final long MAX_AHEAD = 128L << 20;

  private static final ReadStats NOTHING = ReadStats.of(cost -> 0);

  /** Number of groups that the pending bytes are divided into. */
  private static final int GROUPS_AHEAD = 8;

  private final Resources resources;
  private final Tasks tasks;
  private final MemoryBudget budget;
  private final ReadCounters counters;

  /** The counts at the time of the last decoding event. */
  private final AtomicReference<ReadStats> recorded;

  private final CountingStorage storage;
  private final TileFetcher fetcher;
  private final ArrayPool arrays;

  /** The open files of the array; null if files are closed after each read. */
  private final KeptFiles.@Nullable OfArray keptFiles;

  private final long batchBytes;
  private final long start = System.nanoTime();
  private final List<MemoryBudget.Lease> held = new CopyOnWriteArrayList<>();
  private final Optional<Duration> timeout;
  private final Progress progress;
  private long planned;
  private volatile String stopped;

  /** Creates a scope without a timeout or a progress listener. */
  public ReadScope(Storage storage, Resources resources) {
    this(storage, resources, batchBytes(resources.budget()));
  }

  /**
   * Creates a scope without a timeout or a progress listener.
   *
   * @param batchBytes maximum size of a batch in bytes
   */
  public ReadScope(Storage storage, Resources resources, long batchBytes) {
    this(
        storage,
        resources.withProgress(Progress.NONE),
        batchBytes,
        Optional.empty(),
        TileCache.NONE.array(),
        null,
        ArrayPool.NONE,
        new ReadCounters());
  }

  /**
   * Creates a scope with the timeout and the progress listener of a request. The timeout starts
   * now.
   */
  public ReadScope(Storage storage, Resources resources, ReadRequest request) {
    this(
        storage,
        resources,
        request,
        TileCache.NONE.array(),
        null,
        ArrayPool.NONE,
        new ReadCounters());
  }

  /**
   * Creates the scope of a caller's read. The timeout of the request starts now.
   *
   * @param cache the tile cache of the open array
   * @param keptFiles the open files of the array; null if files are closed after each read
   * @param arrays provides the arrays of batches
   * @param total also counts the costs of this read
   */
  public ReadScope(
      Storage storage,
      Resources resources,
      ReadRequest request,
      TileCache.OfArray cache,
      KeptFiles.@Nullable OfArray keptFiles,
      ArrayPool arrays,
      ReadCounters total) {
    this(
        storage,
        resources.withProgress(request.progress()),
        batchBytes(resources.budget()),
        request.timeout(),
        cache,
        keptFiles,
        arrays,
        new ReadCounters(total));
  }

  private ReadScope(
      Storage storage,
      Resources resources,
      long batchBytes,
      Optional<Duration> timeout,
      TileCache.OfArray cache,
      KeptFiles.@Nullable OfArray keptFiles,
      ArrayPool arrays,
      ReadCounters counters) {
    this.resources = resources;
    this.tasks = resources.tasks();
    this.budget = resources.budget();
    this.progress = resources.progress();
    this.counters = counters;
    this.recorded = new AtomicReference<>(NOTHING);
    this.timeout = timeout;
    this.storage = new CountingStorage(storage, counters, this::check);
    this.fetcher = new TileFetcher(this.storage, tasks, counters, cache.reader());
    this.keptFiles = keptFiles;
    this.arrays = arrays;
    this.batchBytes = batchBytes;
  }

  private static long batchBytes(MemoryBudget budget) {
    return Math.max(MIN_BATCH, Math.min(MAX_BATCH, budget.capacity() / 4));
  }

  /** Returns the cost counters of this read. */
  public ReadCounters counters() {
    return counters;
  }

  /** Returns the pool of batch arrays, to which callers may return arrays. */
  public ArrayPool arrays() {
    return arrays;
  }

  /**
   * Returns the store that this read uses. It counts operations, and rejects them once the read is
   * over.
   */
  public CountingStorage storage() {
    return storage;
  }

  /** Stops the read. Its next {@link #check} throws. Any thread may call this method. */
  public void stop(String reason) {
    stopped = reason;
  }

  /**
   * Checks that the read was not stopped and has time left. It is called before each item, each
   * store operation and each step. Long work on one item may also call it.
   *
   * @throws CancellationException if the read was stopped or timed out
   */
  public void check() {
    String reason = stopped;
    if (reason != null) {
      throw new CancellationException(reason);
    }
    if (timeout.isPresent() && System.nanoTime() - start > nanos(timeout.get())) {
      throw new Cancellation.Timeout(
          ("the read did not finish within its timeout of %s; increase the timeout, or"
                  + " read less at once")
              .formatted(seconds(timeout.get())));
    }
  }

  private static String seconds(Duration duration) {
    BigDecimal fraction = BigDecimal.valueOf(duration.getNano(), 9);
    return BigDecimal.valueOf(duration.getSeconds())
            .add(fraction)
            .stripTrailingZeros()
            .toPlainString()
        + " s";
  }

  /** Returns a duration in nanoseconds, or {@link Long#MAX_VALUE} if it does not fit. */
  private static long nanos(Duration duration) {
    return duration.getSeconds() >= Long.MAX_VALUE / 1_000_000_000
        ? Long.MAX_VALUE
        : duration.toNanos();
  }

  /** Computes a result for each item in parallel. */
  public <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.compute(items, checked(function));
  }

  /** Decodes the items in parallel. The time is counted as decoding time. */
  public <T, R> List<R> unfilter(List<T> items, Function<? super T, ? extends R> function) {
    EngineEvent.Started event = EngineEvent.DECODE.begin();
    List<R> results = compute(items, item -> counters.unfiltering(() -> function.apply(item)));
    if (event != null) {
      ReadStats now = counters.stats();
      ReadStats before = recorded.getAndSet(now);
      event.tiles(now.tilesDecoded() - before.tilesDecoded());
      event.cells(now.cellsDecoded() - before.cellsDecoded()).done();
    }
    return results;
  }

  /**
   * Decodes the items in parallel, with a limit on concurrency because each item needs memory. The
   * time is counted as decoding time.
   *
   * @param lanes maximum number of items to process at a time
   */
  public <T> void unfilter(List<T> items, int lanes, Consumer<? super T> work) {
    if (lanes >= Math.min(tasks.width(), items.size())) {
      unfilter(
          items,
          item -> {
            work.accept(item);
            return null;
          });
      return;
    }
    AtomicInteger next = new AtomicInteger();
    unfilter(
        Collections.nCopies(lanes, items),
        all -> {
          runInLane(all, next, work);
          return null;
        });
  }

  /** Processes items until none is left. If one fails, the other lanes also stop. */
  private <T> void runInLane(List<T> items, AtomicInteger next, Consumer<? super T> work) {
    boolean done = false;
    try {
      for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
        check();
        if (Thread.currentThread().isInterrupted()) {
          throw new CancellationException("the thread was interrupted");
        }
        work.accept(items.get(i));
      }
      done = true;
    } finally {
      if (!done) {
        next.set(items.size());
      }
    }
  }

  /** Tests, selects, sorts or copies the items in parallel. The time is counted as merging time. */
  public <T, R> List<R> merge(List<T> items, Function<? super T, ? extends R> function) {
    return compute(items, item -> counters.merging(() -> function.apply(item)));
  }

  /** Reads data for each item in parallel. */
  public <T, R> List<R> io(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.io(storage.traits().waitingRequests(), items, checked(function));
  }

  private <T, R> Function<T, R> checked(Function<? super T, ? extends R> function) {
    return item -> {
      check();
      return function.apply(item);
    };
  }

  /** Reads data for each number from 0 to {@code count} (exclusive) in parallel. */
  public <R> List<R> io(int count, IntFunction<R> function) {
    return io(IntStream.range(0, count).boxed().toList(), function::apply);
  }

  /** Runs an action with scratch buffers, which it must not use afterwards. */
  public void with(Consumer<ScratchPool.TaskBuffers> action) {
    resources
        .scratchPool()
        .with(
            buffers -> {
              long before = buffers.scratch().decodedBytes();
              action.accept(buffers);
              counters.add(Cost.BYTES_DECODED, buffers.scratch().decodedBytes() - before);
            });
  }

  /**
   * Returns whether the store is so fast that each thread can read the bytes it needs itself. For
   * other stores, all parts of a step are fetched together in advance.
   */
  public boolean readsFast() {
    return storage.traits().readsFast();
  }

  /** Returns the files for {@link #readNow}. The caller must close them. */
  public OpenFiles openFiles() {
    return new OpenFiles(storage::open);
  }

  /** Returns files for {@link #readNow} that small reads share. The caller must close them. */
  public OpenFiles keptFiles() {
    return keptFiles == null ? openFiles() : new OpenFiles(file -> keptFiles.open(storage, file));
  }

  /**
   * Reads neighboring parts of one file with a single read, in the calling thread.
   *
   * @param parts the parts in ascending order of position
   * @param buffers holds the bytes until the next call
   */
  public void readNow(List<TilePart> parts, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.readNow(parts, files, buffers);
    if (event != null) {
      event.files(1).bytes(parts.stream().mapToLong(TilePart::wantedLength).sum()).done();
    }
  }

  /**
   * Reads some bytes of a tile part in the calling thread.
   *
   * @param from offset of the bytes relative to the part
   * @param bytes receives the bytes, starting at {@code offset}
   */
  public void readNow(
      TilePart part, long from, byte[] bytes, int offset, int length, OpenFiles files) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.readNow(part, from, bytes, offset, length, files);
    if (event != null) {
      event.files(1).bytes(length).done();
    }
  }

  /**
   * Reports the progress of fetching. Only the thread that drives the read may call this method.
   */
  public void showProgress() {
    advanced(Math.min(counters.sum(Cost.STORED_BYTES), planned));
  }

  /** Fetches the bytes of tile parts and reports progress. */
  public void fetch(List<TilePart> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.fetch(wanted);
    Fetching.record(event, wanted);
    showProgress();
  }

  /** Starts fetching the bytes of tile parts. */
  Fetching beginFetch(List<TilePart> wanted) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    return new Fetching(fetcher.begin(wanted), event, wanted, this::showProgress);
  }

  /**
   * Checks that a file is long enough to contain a tile part.
   *
   * @throws CorruptDataException if it is not
   */
  void requireStored(TilePart part) {
    fetcher.requireStored(part);
  }

  /**
   * Returns the maximum stored size of tiles that are pending or wait to be decoded, in bytes. It
   * equals the size of a batch, or more if reads wait for a network.
   */
  public long aheadBytes() {
    return readsFast() ? batchBytes : Math.max(batchBytes, Math.min(MAX_AHEAD, budget() / 4));
  }

  /** Returns the stored size of tiles to fetch together before they are decoded, in bytes. */
  public long groupBytes() {
    return readsFast() ? batchBytes : aheadBytes() / GROUPS_AHEAD;
  }

  /** Returns whether a progress listener needs the number of bytes to fetch. */
  public boolean showsProgress() {
    return progress != Progress.NONE;
  }

  /** Adds to the number of stored bytes that the read may fetch. */
  public void planned(long bytes) {
    planned += bytes;
  }

  /** Reports that everything needed has been fetched. */
  public void ended() {
    advanced(planned);
  }

  private void advanced(long done) {
    if (showsProgress()) {
      progress.advanced(done, planned);
    }
  }

  /**
   * Reserves memory for a step. The caller must close the lease.
   *
   * @param bytes number of bytes
   * @throws InvalidRequestException if the memory budget is too small
   */
  public MemoryBudget.Lease lease(long bytes) {
    check();
    return budget.lease(bytes);
  }

  /**
   * Reserves memory for a step over tiles. The caller must close the lease.
   *
   * @param onOverBudget runs if the budget is too small. It throws if the size of a tile differs
   *     from the fragment metadata, because a larger budget would not help then.
   */
  public MemoryBudget.Lease lease(long bytes, Runnable onOverBudget) {
    try {
      return lease(bytes);
    } catch (InvalidRequestException e) {
      onOverBudget.run();
      throw e;
    }
  }

  /**
   * Reserves memory for optional work.
   *
   * @return whether memory was available. If so, {@link #giveBack} must release it.
   */
  public boolean tryTake(long bytes) {
    return budget.tryTake(bytes);
  }

  /** Releases memory that {@link #tryTake} reserved. */
  public void giveBack(long bytes) {
    budget.giveBack(bytes);
  }

  /** Reserves memory until the end of the read. */
  public void hold(long bytes) {
    held.add(lease(bytes));
  }

  /** Releases the memory that {@link #hold} reserved. */
  public void release() {
    held.forEach(MemoryBudget.Lease::close);
  }

  /**
   * Returns the maximum size of a batch in bytes. It is also the additional memory that a step may
   * use.
   */
  public long batchBytes() {
    return batchBytes;
  }

  /** Returns the capacity of the memory budget in bytes. */
  public long budget() {
    return budget.capacity();
  }

  /** Returns the thread pool, which can also be used to open other arrays. */
  public Tasks tasks() {
    return tasks;
  }
}
