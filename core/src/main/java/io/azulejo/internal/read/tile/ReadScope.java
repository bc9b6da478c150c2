package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Pending;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
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

/**
 * What one read works with: files, threads, memory. All that a read does goes through it, so that
 * it is counted, and stopped, in one place.
 */
public final class ReadScope {
  /** No batch is made larger than this, however large the budget: larger ones gain nothing. */
  private static final long MAX_BATCH = 64L << 20;

  private static final long MIN_BATCH = 1L << 12;

  /**
   * The bytes underway beyond which a network brings no more: 64 requests, each as long as it takes
   * to outweigh its latency.
   */
  private static final long MAX_AHEAD = 128L << 20;

  /** How many groups of tiles the bytes underway are divided into. */
  private static final int GROUPS_AHEAD = 8;

  private final Resources resources;
  private final Tasks tasks;
  private final MemoryBudget budget;
  private final ReadCounters counters;

  /** What was counted when the last event of decoding was recorded. */
  private final AtomicReference<ReadStats> recorded;

  private final CountingStorage storage;
  private final TileFetcher fetcher;
  private final ArrayPool arrays;
  private final long batchBytes;
  private final long start = System.nanoTime();
  private final List<MemoryBudget.Lease> held = new CopyOnWriteArrayList<>();
  private final Optional<Duration> timeout;
  private final Progress progress;
  private long planned;
  private volatile String stopped;

  /** A read of a store without a timeout or a listener. */
  public ReadScope(Storage storage, Resources resources) {
    this(storage, resources, batchBytes(resources.budget()));
  }

  /** The same with another maximum size of batches in bytes. */
  public ReadScope(Storage storage, Resources resources, long batchBytes) {
    this(
        storage,
        resources.withProgress(Progress.NONE),
        batchBytes,
        Optional.empty(),
        TileCache.NONE.array(),
        ArrayPool.NONE,
        new ReadCounters());
  }

  /** A read with the timeout of a request, which counts from now, and its progress. */
  public ReadScope(Storage storage, Resources resources, ReadRequest request) {
    this(storage, resources, request, TileCache.NONE.array(), ArrayPool.NONE, new ReadCounters());
  }

  /**
   * A read for a caller.
   *
   * @param cache the tiles that the open array keeps
   * @param arrays for batches
   * @param total counts the costs of this read as well
   */
  public ReadScope(
      Storage storage,
      Resources resources,
      ReadRequest request,
      TileCache.OfArray cache,
      ArrayPool arrays,
      ReadCounters total) {
    this(
        storage,
        resources.withProgress(request.progress()),
        batchBytes(resources.budget()),
        request.timeout(),
        cache,
        arrays,
        new ReadCounters(total));
  }

  private ReadScope(
      Storage storage,
      Resources resources,
      long batchBytes,
      Optional<Duration> timeout,
      TileCache.OfArray cache,
      ArrayPool arrays,
      ReadCounters counters) {
    this.resources = resources;
    this.tasks = resources.tasks();
    this.budget = resources.budget();
    this.progress = resources.progress();
    this.counters = counters;
    this.recorded = new AtomicReference<>(counters.stats());
    this.timeout = timeout;
    this.storage = new CountingStorage(storage, counters, this::check);
    this.fetcher = new TileFetcher(this.storage, this, cache.reader());
    this.arrays = arrays;
    this.batchBytes = batchBytes;
  }

  private static long batchBytes(MemoryBudget budget) {
    return Math.max(MIN_BATCH, Math.min(MAX_BATCH, budget.capacity() / 4));
  }

  /** What the read costs. */
  public ReadCounters counters() {
    return counters;
  }

  /** Arrays for batches, which callers may give back. */
  public ArrayPool arrays() {
    return arrays;
  }

  /** The store, to be asked through the read. */
  public CountingStorage storage() {
    return storage;
  }

  /** Ends the read; its driver learns of it soon, any thread may say it. */
  public void stop(String reason) {
    stopped = reason;
  }

  /**
   * Lets the read go on, unless it was stopped or has no time left. Called before each item, before
   * each operation of the store and before each step; long work on one item may call it too.
   *
   * @throws CancellationException if the read is over
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

  /** The nanoseconds of a duration; of centuries the most that fits. */
  private static long nanos(Duration duration) {
    return duration.getSeconds() >= Long.MAX_VALUE / 1_000_000_000
        ? Long.MAX_VALUE
        : duration.toNanos();
  }

  /** Computes something for each item, many at a time. */
  public <T, R> List<R> compute(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.compute(items, checked(function));
  }

  /** As {@link #compute}, for decoding: its time is counted as that. */
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
   * As {@link #unfilter(List, Function)}, for work that needs memory.
   *
   * @param lanes how many items may be worked on at a time
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

  /** Works on items until none is left; those of the other lanes end when one fails. */
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

  /**
   * As {@link #compute}, for testing, selecting, ordering and copying: its time is counted as that.
   */
  public <T, R> List<R> merge(List<T> items, Function<? super T, ? extends R> function) {
    return compute(items, item -> counters.merging(() -> function.apply(item)));
  }

  /** Reads something for each item, many at a time. */
  public <T, R> List<R> io(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.io(storage.traits().waitingRequests(), items, checked(function));
  }

  private <T, R> Function<T, R> checked(Function<? super T, ? extends R> function) {
    return item -> {
      check();
      return function.apply(item);
    };
  }

  /** As {@link #io(List, Function)}, but does not wait for it. */
  <T, R> Pending<R> beginIo(List<T> items, Function<? super T, ? extends R> function) {
    return tasks.beginIo(storage.traits().waitingRequests(), items, checked(function));
  }

  /** Reads something for each number from 0, many at a time. */
  public <R> List<R> io(int count, IntFunction<R> function) {
    return io(IntStream.range(0, count).boxed().toList(), function::apply);
  }

  /** Lends scratch memory to an action, for as long as it runs. */
  public void with(Consumer<ScratchPool.TaskBuffers> action) {
    resources
        .scratchPool()
        .with(
            buffers -> {
              long before = buffers.scratch().decodedBytes();
              action.accept(buffers);
              counters.decodedBytes(buffers.scratch().decodedBytes() - before);
            });
  }

  /**
   * Whether a thread that needs the bytes of a tile reads them itself, as that is quick; else all
   * that a step needs is fetched at once, before.
   */
  public boolean readsFast() {
    return storage.traits().readsFast();
  }

  /** Files for {@link #readNow}, to be closed after it. */
  public OpenFiles openFiles() {
    return new OpenFiles(storage);
  }

  /**
   * Gives parts of tiles that lie near each other in one file their bytes, in one go and in this
   * thread.
   *
   * @param parts in the order of the file
   * @param buffers hold the bytes until the next call
   */
  public void readNow(List<TilePart> parts, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.readNow(parts, files, buffers);
    if (event != null) {
      event.files(1).bytes(parts.stream().mapToLong(TilePart::wantedLength).sum()).done();
    }
  }

  /**
   * Reads some bytes of a part of a tile in this thread.
   *
   * @param from where they begin in the part
   * @param bytes takes them, from an offset on
   */
  public void readNow(
      TilePart part, long from, byte[] bytes, int offset, int length, OpenFiles files) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.readNow(part, from, bytes, offset, length, files);
    if (event != null) {
      event.files(1).bytes(length).done();
    }
  }

  /** Shows how much is fetched by now; for the driver. */
  public void showProgress() {
    advanced(Math.min(counters.stored(), planned));
  }

  /** Gives parts of tiles their bytes. */
  public void fetch(List<TilePart> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    fetcher.fetch(wanted);
    Fetching.record(event, wanted);
    showProgress();
  }

  /** Begins to give parts of tiles their bytes. */
  Fetching beginFetch(List<TilePart> wanted) {
    EngineEvent.Started event = EngineEvent.FETCH.begin();
    return new Fetching(fetcher.begin(wanted), event, wanted, this::showProgress);
  }

  /**
   * Checks that a file reaches as far as a part of a tile in it.
   *
   * @throws CorruptDataException if it does not
   */
  void requireStored(TilePart part) {
    fetcher.requireStored(part);
  }

  /**
   * The stored bytes of tiles that may be underway at a time, or waiting to be decoded: as many as
   * a batch has, and more where reads wait for a network.
   */
  public long aheadBytes() {
    return readsFast() ? batchBytes : Math.max(batchBytes, Math.min(MAX_AHEAD, budget() / 4));
  }

  /** The stored bytes of tiles that are fetched together, before they are decoded. */
  public long groupBytes() {
    return readsFast() ? batchBytes : aheadBytes() / GROUPS_AHEAD;
  }

  /** Whether a listener wants the number of bytes to fetch. */
  public boolean showsProgress() {
    return progress != Progress.NONE;
  }

  /** Adds to the bytes that may be fetched, as stored. */
  public void planned(long bytes) {
    planned += bytes;
  }

  /** All is fetched that is needed. */
  public void ended() {
    advanced(planned);
  }

  private void advanced(long done) {
    if (showsProgress()) {
      progress.advanced(done, planned);
    }
  }

  /** Takes bytes for a step. */
  public MemoryBudget.Lease lease(long bytes) {
    check();
    return budget.lease(bytes);
  }

  /**
   * Takes bytes for a step over tiles.
   *
   * @param doubt called where the bytes are too many: throws if the tiles are not as large as the
   *     fragment's metadata says, as then no larger budget would help
   */
  public MemoryBudget.Lease lease(long bytes, Runnable doubt) {
    try {
      return lease(bytes);
    } catch (InvalidRequestException e) {
      doubt.run();
      throw e;
    }
  }

  /**
   * Takes bytes for what can be left out.
   *
   * @return whether there was room for them; {@link #giveBack} then ends that
   */
  boolean tryTake(long bytes) {
    return budget.tryTake(bytes);
  }

  /** Gives back what {@link #tryTake} took. */
  void giveBack(long bytes) {
    budget.giveBack(bytes);
  }

  /** Takes bytes that the read needs until its end. */
  public void hold(long bytes) {
    held.add(lease(bytes));
  }

  /** Gives back what was held until the end of the read. */
  public void release() {
    held.forEach(MemoryBudget.Lease::close);
  }

  /** The bytes of the largest batch, and of what a step may take besides. */
  public long batchBytes() {
    return batchBytes;
  }

  /** The bytes of the whole budget. */
  public long budget() {
    return budget.capacity();
  }

  /** The threads, to open other arrays with. */
  public Tasks tasks() {
    return tasks;
  }
}
