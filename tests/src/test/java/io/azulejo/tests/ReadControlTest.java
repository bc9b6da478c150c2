package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Points;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.GatedStorage;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads that end before their end leave nothing behind. */
@Timeout(120)
@Isolated
class ReadControlTest {
  private static final String SPARSE = "made-layouts/random-sparse-3";
  private static final String DENSE = "made-types/dense-2d";
  private static final String LABELLED = "old-v22/dense-labels";

  /** So many operations of a read are let fail, each in a read of its own. */
  private static final int MOST_FAULTS = TestLayer.cases(150, 40);

  /** An engine, in parts, in front of a store that can be stopped and can fail. */
  private static final class Rig implements AutoCloseable {
    private final FaultStorage faults = new FaultStorage(Storage.local());
    private final GatedStorage gate = new GatedStorage(faults);
    private final Tasks tasks;
    private final ScratchPool scratchPool = new ScratchPool();
    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    Rig(int threads) {
      tasks = new Tasks(threads, threads);
    }

    Snapshot snapshot(String name) {
      Location location =
          Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array"));
      Storage storage = gate;
      return Snapshot.open(
          storage, location, TimeRange.until(Long.MAX_VALUE), Optional.empty(), tasks);
    }

    BatchReader read(Snapshot snapshot, ReadRequest request) {
      return ReadPlanner.read(
          snapshot,
          request,
          new ReadScope(
              gate,
              new Resources(
                  tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), Progress.NONE),
              request));
    }

    Batch aggregate(Snapshot snapshot, ReadRequest request, Aggregate what, String groupBy) {
      return ReadPlanner.aggregate(
          snapshot,
          request,
          Aggregation.of(List.of(what), List.of(groupBy)),
          new ReadScope(
              gate,
              new Resources(
                  tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), Progress.NONE),
              request));
    }

    void assertNothingHeld() {
      assertThat(budget.used()).as("leases").isZero();
      assertThat(faults.leaked()).as("open files").isEmpty();
      assertThat(gate.reading()).as("reads that go on").isZero();
    }

    @Override
    public void close() {
      tasks.close();
      scratchPool.close();
    }
  }

  /** All fields, labels too: the way of a read that touches most. */
  private static ReadRequest everything(Snapshot snapshot) {
    var schema = snapshot.schema().schema();
    ReadRequest request = ReadRequest.ALL;
    if (!schema.labels().isEmpty()) {
      request =
          request.select(
              schema.labels().get(0).name(),
              schema.dimensions().get(0).name(),
              schema.attributes().get(0).name());
    }
    return request;
  }

  private static long drain(BatchReader reader) {
    long rows = 0;
    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
      rows += batch.rows();
    }
    return rows;
  }

  /** What a read ends with that is stopped by someone while it waits for a file. */
  private static Throwable stopped(Rig rig, BatchReader reader, Consumer<Thread> stop)
      throws InterruptedException {
    AtomicReference<Throwable> end = new AtomicReference<>();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    rig.gate.shut();
    Thread driver =
        new Thread(
            () -> {
              end.set(catchThrowable(() -> drain(reader)));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    driver.start();
    rig.gate.awaitArrival();
    stop.accept(driver);
    rig.gate.open();
    driver.join();
    return end.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void closingFromAnotherThreadEndsTheReadThatIsWaitedFor(String array) throws Exception {
    for (int threads : new int[] {0, 3}) {
      try (Rig rig = new Rig(threads)) {
        Snapshot snapshot = rig.snapshot(array);
        BatchReader reader = rig.read(snapshot, everything(snapshot));

        Throwable end = stopped(rig, reader, driver -> reader.close());

        assertThat(end)
            .isInstanceOf(CancellationException.class)
            .hasMessage("the reader was closed");
        rig.assertNothingHeld();
        refuses(InvalidRequestException.class, reader::next);
        reader.close();
        rig.assertNothingHeld();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void anInterruptEndsTheRead(String array) throws Exception {
    for (int threads : new int[] {0, 3}) {
      try (Rig rig = new Rig(threads)) {
        Snapshot snapshot = rig.snapshot(array);
        try (BatchReader reader = rig.read(snapshot, everything(snapshot))) {

          Throwable end = stopped(rig, reader, Thread::interrupt);

          assertThat(end)
              .isInstanceOf(CancellationException.class)
              .hasMessage("the thread was interrupted");
          rig.assertNothingHeld();
          assertThatThrownBy(reader::next)
              .isInstanceOf(InvalidRequestException.class)
              .hasMessage("this read has failed; start a new one")
              .hasCause(end);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void anInterruptedThreadGetsNoBatchAndStaysInterrupted(String array) {
    try (Rig rig = new Rig(1)) {
      Snapshot snapshot = rig.snapshot(array);
      try (BatchReader reader = rig.read(snapshot, everything(snapshot))) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(reader::next).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        rig.assertNothingHeld();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void aTimeoutEndsTheReadWhereverItIs(String array) throws Exception {
    Duration most = Duration.ofMillis(300);
    try (Rig rig = new Rig(2)) {
      Snapshot snapshot = rig.snapshot(array);
      ReadRequest request = everything(snapshot).timeout(most);
      AtomicReference<Throwable> end = new AtomicReference<>();
      rig.gate.shut();
      Thread driver =
          new Thread(
              () ->
                  end.set(
                      catchThrowable(
                          () -> {
                            try (BatchReader reader = rig.read(snapshot, request)) {
                              drain(reader);
                            }
                          })));
      driver.start();
      rig.gate.awaitArrival(driver);
      long begin = System.nanoTime();
      while (System.nanoTime() - begin <= 2 * most.toNanos()) {
        Thread.onSpinWait();
      }
      rig.gate.open();
      driver.join();

      assertThat(end.get())
          .isInstanceOf(CancellationException.class)
          .hasMessage(
              "the read did not finish within its timeout of 0.3 s; increase the timeout, or read less"
                  + " at once");
      rig.assertNothingHeld();
    }
  }

  @Test
  void aReadThatIsDoneInTimeIsNotDisturbed() {
    try (Rig rig = new Rig(0)) {
      Snapshot snapshot = rig.snapshot(DENSE);
      ReadRequest request = ReadRequest.ALL.timeout(Duration.ofSeconds(Long.MAX_VALUE));
      try (BatchReader reader = rig.read(snapshot, request)) {
        assertThat(drain(reader)).isPositive();
        assertThat(reader.next()).isNull();
      }
      rig.assertNothingHeld();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void anyFailureReleasesEverything(String array) {
    for (int threads : new int[] {0, 2}) {
      boolean failed = true;
      for (int number = 0; failed && number < MOST_FAULTS; number++) {
        try (Rig rig = new Rig(threads)) {
          Snapshot snapshot = rig.snapshot(array);
          rig.faults.failAt(rig.faults.operations() + number, Fault.BEFORE);
          AtomicReference<BatchReader> begun = new AtomicReference<>();
          Throwable failure =
              catchThrowable(
                  () -> {
                    begun.set(rig.read(snapshot, everything(snapshot)));
                    drain(begun.get());
                  });
          failed = rig.faults.failed();
          if (failed) {
            assertThat(failure)
                .as("operation %d", number)
                .isInstanceOf(AzulejoException.class)
                .hasMessageContaining("fails as requested by the test");
          } else {
            assertThat(failure).isNull();
            assertThat(number).as("operations of a read").isGreaterThan(2);
          }
          rig.assertNothingHeld();
          if (failed && begun.get() != null) {
            assertThatThrownBy(begun.get()::next).isInstanceOf(InvalidRequestException.class);
            begun.get().close();
            begun.get().close();
          }
          rig.assertNothingHeld();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE})
  void aggregatesThatFailLeaveNothingBehind(String array) {
    boolean failed = true;
    for (int number = 0; failed && number < MOST_FAULTS; number++) {
      try (Rig rig = new Rig(1)) {
        Snapshot snapshot = rig.snapshot(array);
        String field = snapshot.schema().schema().attributes().get(0).name();
        rig.faults.failAt(rig.faults.operations() + number, Fault.BEFORE);
        Throwable failure =
            catchThrowable(
                () -> rig.aggregate(snapshot, ReadRequest.ALL, Aggregate.count(), field));
        failed = rig.faults.failed();
        if (failed) {
          assertThat(failure)
              .isInstanceOf(AzulejoException.class)
              .hasMessageContaining("fails as requested by the test");
        } else {
          assertThat(failure).isNull();
          assertThat(number).isPositive();
        }
        rig.assertNothingHeld();
      }
    }
  }

  @Test
  void aTimeoutEndsAggregatesToo() {
    try (Rig rig = new Rig(1)) {
      Snapshot snapshot = rig.snapshot(SPARSE);
      String field = snapshot.schema().schema().attributes().get(0).name();
      ReadRequest soon = ReadRequest.ALL.timeout(Duration.ofNanos(1));

      assertThatThrownBy(() -> rig.aggregate(snapshot, soon, Aggregate.count(), field))
          .isInstanceOf(CancellationException.class)
          .hasMessageStartingWith("the read did not finish within its timeout of 0.000000001 s");
      rig.assertNothingHeld();
    }
  }

  @Test
  void aReadOfPointsGivesBackWhatItHolds() throws Exception {
    try (Rig rig = new Rig(1)) {
      Snapshot snapshot = rig.snapshot(DENSE);
      Points points = Points.NONE;
      for (Dimension dimension : snapshot.schema().schema().dimensions()) {
        Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
        points = points.and(dimension.name(), domain.low(), domain.high());
      }
      ReadRequest request = ReadRequest.ALL.points(points);
      try (BatchReader reader = rig.read(snapshot, request)) {
        assertThat(reader.next()).isNotNull();
      }
      rig.assertNothingHeld();

      BatchReader reader = rig.read(snapshot, request);
      assertThat(stopped(rig, reader, driver -> reader.close()))
          .isInstanceOf(CancellationException.class);
      rig.assertNothingHeld();

      assertThatThrownBy(() -> rig.read(snapshot, request.timeout(Duration.ofNanos(1))))
          .isInstanceOf(CancellationException.class);
      rig.assertNothingHeld();
    }
  }

  @Test
  void threadsEndWithTheEngine() throws Exception {
    List<Thread> before;
    try (Rig rig = new Rig(3)) {
      Snapshot snapshot = rig.snapshot(SPARSE);
      BatchReader reader = rig.read(snapshot, everything(snapshot));
      stopped(rig, reader, driver -> reader.close());
      before = threads("azulejo-");
    }
    assertThat(before).isNotEmpty();
    for (Thread thread : before) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }

  @Test
  void onlyOneThreadReadsAtATime() throws Exception {
    try (Rig rig = new Rig(0)) {
      Snapshot snapshot = rig.snapshot(SPARSE);
      try (BatchReader reader = rig.read(snapshot, everything(snapshot))) {
        AtomicReference<Throwable> refused = new AtomicReference<>();

        Throwable end = stopped(rig, reader, driver -> refused.set(catchThrowable(reader::next)));

        assertThat(end).isNull();
        assertThat(refused.get())
            .isInstanceOf(InvalidRequestException.class)
            .hasMessage("another thread is reading; use a reader from one thread at a time");
      }
      rig.assertNothingHeld();
    }
  }

  private static Azulejo engine(Storage storage) {
    return Azulejo.builder().storage("file", storage).computeThreads(1).ioThreads(1).build();
  }

  private static Location location(String name) {
    return Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array"));
  }

  @Test
  void readsInAThreadOfTheEngine() throws Exception {
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(location(SPARSE));
      long expected;
      try (BatchReader reader = array.read(ReadRequest.ALL).batches()) {
        expected = drain(reader);
      }
      AtomicLong rows = new AtomicLong();
      Set<String> threads = ConcurrentHashMap.newKeySet();

      ReadStats stats =
          array
              .read()
              .async(
                  batch -> {
                    rows.addAndGet(batch.rows());
                    threads.add(Thread.currentThread().getName());
                  })
              .get();

      assertThat(rows).hasValue(expected);
      assertThat(stats.cellsDelivered()).isEqualTo(expected);
      assertThat(threads).singleElement().asString().startsWith("azulejo-driver-");
    }
  }

  @Test
  void cancellingTheFutureStopsTheRead() throws Exception {
    FaultStorage files = new FaultStorage(Storage.local());
    GatedStorage gate = new GatedStorage(files);
    Azulejo azulejo = engine(gate);
    Array array = azulejo.open(location(SPARSE));
    gate.shut();
    AtomicLong batches = new AtomicLong();
    CompletableFuture<ReadStats> future = array.read().async(batch -> batches.incrementAndGet());
    gate.awaitArrival();
    List<Thread> drivers = threads("azulejo-driver-");

    assertThat(future.cancel(true)).isTrue();
    gate.open();
    azulejo.close();
    for (Thread driver : drivers) {
      driver.join();
    }

    assertThat(drivers).isNotEmpty();
    assertThat(batches).hasValue(0);
    assertThat(files.leaked()).isEmpty();
    assertThat(gate.reading()).isZero();
  }

  @Test
  void closingTheEngineEndsAsynchronousReads() throws Exception {
    GatedStorage gate = new GatedStorage(Storage.local());
    Azulejo azulejo = engine(gate);
    Array array = azulejo.open(location(SPARSE));
    gate.shut();
    CompletableFuture<ReadStats> future = array.read().async(batch -> {});
    gate.awaitArrival();

    azulejo.close();
    gate.open();

    assertThat(catchThrowable(future::get))
        .hasCauseInstanceOf(InvalidRequestException.class)
        .hasRootCauseMessage("the engine is closed");
    refuses(InvalidRequestException.class, () -> array.read().async(batch -> {}));
  }

  @Test
  void theFutureFailsWithTheError() {
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(location(SPARSE));

      assertThat(
              catchThrowable(
                  () -> array.read(ReadRequest.ALL.select("nothing")).async(batch -> {}).get()))
          .hasRootCauseInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("unknown field \"nothing\"");
      assertThat(
              catchThrowable(
                  () ->
                      array
                          .read()
                          .async(
                              batch -> {
                                throw new IllegalArgumentException("enough");
                              })
                          .get()))
          .hasRootCauseMessage("enough");
    }
  }

  @Test
  void aStreamOfBatchesClosesItsReader() {
    try (Azulejo azulejo = Azulejo.create()) {
      BatchReader reader = azulejo.open(location(SPARSE)).read(ReadRequest.ALL).batches();
      try (Stream<Batch> batches = reader.stream()) {
        assertThat(batches.mapToLong(Batch::rows).sum())
            .isEqualTo(reader.stats().cellsDelivered())
            .isPositive();
        assertThat(reader.next()).isNull();
      }
      refuses(reader::next);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARSE, DENSE, LABELLED})
  void progressNeverGoesBackAndEndsAtItsEnd(String array) {
    try (Rig rig = new Rig(2)) {
      Snapshot snapshot = rig.snapshot(array);
      List<long[]> steps = new ArrayList<>();
      Thread driver = Thread.currentThread();
      ReadRequest request =
          everything(snapshot)
              .progress(
                  (done, total) -> {
                    assertThat(Thread.currentThread()).isSameAs(driver);
                    steps.add(new long[] {done, total});
                  });
      try (BatchReader reader = rig.read(snapshot, request)) {
        drain(reader);
        assertThat(steps.get(steps.size() - 1)[1])
            .isGreaterThanOrEqualTo(reader.stats().storedBytes())
            .isPositive();
      }
      for (int i = 1; i < steps.size(); i++) {
        assertThat(steps.get(i)[0]).isBetween(steps.get(i - 1)[0], steps.get(i)[1]);
      }
      assertThat(steps.get(steps.size() - 1)[0]).isEqualTo(steps.get(steps.size() - 1)[1]);
    }
  }

  @Test
  void statsAgreeWithWhatTheStoreSaw() {
    TrackingStorage tracked = new TrackingStorage(Storage.local());
    try (Azulejo azulejo = engine(tracked)) {
      for (String name : List.of(SPARSE, DENSE, LABELLED)) {
        tracked.forget();
        Array array = azulejo.open(location(name));
        assertAgree(array.openStats(), tracked);
        assertThat(array.openStats().listings()).isPositive();
        tracked.forget();
        try (BatchReader reader = array.read(ReadRequest.ALL).batches()) {
          long rows = drain(reader);
          assertAgree(reader.stats(), tracked);
          assertThat(reader.stats().listings()).isZero();
          assertThat(reader.stats().cellsDelivered()).isEqualTo(rows);
          assertThat(reader.stats().cellsDecoded()).isGreaterThanOrEqualTo(rows);
          assertThat(reader.stats().storedBytes()).isBetween(1L, reader.stats().bytesRead());
          assertThat(reader.stats().tiles()).isPositive();
          assertThat(reader.stats().elapsedNanos()).isPositive();
        }
      }
    }
  }

  private static void assertAgree(ReadStats stats, TrackingStorage tracked) {
    assertThat(stats.opens()).isEqualTo(tracked.operations(Act.OPEN).size());
    assertThat(stats.ranges()).isEqualTo(tracked.operations(Act.READ).size());
    assertThat(stats.bytesRead()).isEqualTo(tracked.bytesRead());
    assertThat(stats.listings())
        .isEqualTo(tracked.operations(Act.LIST).size() + tracked.operations(Act.FIND).size());
  }

  private static List<Thread> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .toList();
  }
}
