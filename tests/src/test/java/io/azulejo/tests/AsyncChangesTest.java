package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.tests.StagedCells.cells;
import static io.azulejo.tests.StagedCells.read;
import static io.azulejo.tests.StagedCells.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.Array;
import io.azulejo.ArrayHandle;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.GatedStorage;
import io.azulejo.testkit.StoredFiles;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Opens, writes and commits in threads of the engine: results, errors, cancellation, closing. */
class AsyncChangesTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final ChangeOptions NOW = ChangeOptions.DEFAULT.at(10);

  private final Storage storage = Storage.inMemory();
  private final Gate gate = new Gate(storage);
  private final GatedStorage reads = new GatedStorage(gate);
  private final Azulejo engine = Azulejo.builder().storage("mem", reads).build();
  private final ArrayHandle array = engine.array(ARRAY);

  @BeforeEach
  void create() {
    array.create(StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
  }

  @AfterEach
  void close() {
    reads.open();
    gate.open();
    engine.close();
  }

  @Test
  void resultsEqualThoseOfTheSynchronousForms() {
    List<String> written = array.appendAsync(StagedCells.batch(1, 5)).join();
    List<String> later =
        array
            .writeAsync(
                WriteRequest.DEFAULT,
                ChangeOptions.DEFAULT.at(20),
                out -> {
                  out.append(StagedCells.batch(2, 6));
                  out.append(StagedCells.batch(2, 7));
                })
            .join();
    ArrayWriter writer = array.writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(30));
    writer.append(StagedCells.batch(3, 8));
    List<String> last = writer.commitAsync().join();
    StagedFragments staged = stage(engine, ARRAY, 40, 4, 9);
    CommitResult committed = array.commitAsync(List.of(staged), CommitOptions.DEFAULT).join();

    assertThat(written).hasSize(1);
    assertThat(later).hasSize(1).allMatch(name -> name.startsWith("__20_20_"));
    assertThat(last).hasSize(1).allMatch(name -> name.startsWith("__30_30_"));
    assertThat(committed.fragments()).isEqualTo(staged.fragments());
    assertThat(committed.newlyCommitted()).isTrue();
    assertThat(array.commit(List.of(staged)).newlyCommitted()).isFalse();
    assertThat(read(engine, ARRAY)).containsOnlyKeys(5L, 6L, 7L, 8L, 9L);
    Array now = engine.openAsync(ARRAY).join();
    assertThat(now.fragments()).isEqualTo(array.open().fragments());
    Array past = array.openAsync(OpenOptions.DEFAULT.at(TimeRange.until(30))).join();
    assertThat(past.fragments()).isEqualTo(array.open(TimeRange.until(30)).fragments()).hasSize(2);
    writer.close();
    assertThatThrownBy(writer::commitAsync).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void errorsAreThoseOfTheSynchronousForms() {
    Batch wrong = Batch.of(Column.ofLongs("nothing", 1));

    assertThat(catchThrowable(() -> engine.openAsync("mem://arrays/none").join()))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NotFoundException.class);
    assertThat(catchThrowable(() -> array.appendAsync(wrong).join()))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(InvalidRequestException.class);
    StagedFragments staged = stage(engine, ARRAY, 10, 1, 5);
    engine.discard(List.of(staged));
    assertThat(
            catchThrowable(() -> array.commitAsync(List.of(staged), CommitOptions.DEFAULT).join()))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NotFoundException.class);
    assertThat(
            catchThrowable(
                () ->
                    array
                        .writeAsync(
                            WriteRequest.DEFAULT,
                            NOW,
                            out -> {
                              out.append(StagedCells.batch(1, 5));
                              throw new IllegalArgumentException("enough");
                            })
                        .join()))
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("enough");
    assertNothingIsWritten();
  }

  @Test
  void cancellingAWriteBeforeItsCommitLeavesNothing() throws Exception {
    CountDownLatch appended = new CountDownLatch(1);
    CompletableFuture<List<String>> future =
        array.writeAsync(
            WriteRequest.DEFAULT,
            NOW,
            out -> {
              out.append(StagedCells.batch(1, 5));
              appended.countDown();
              awaitForever();
            });
    appended.await();

    assertThat(future.cancel(true)).isTrue();

    awaitDrivers();
    assertNothingIsWritten();
  }

  @Test
  void cancellingACommitBeforeItBeginsLeavesNothing() throws Exception {
    ArrayWriter writer = array.writer(WriteRequest.DEFAULT, NOW);
    writer.append(StagedCells.batch(1, 5));
    gate.shut(path -> path.contains("/__fragments/"));
    CompletableFuture<List<String>> future = writer.commitAsync();
    gate.awaitArrival();
    writer.close();

    assertThatThrownBy(() -> writer.append(StagedCells.batch(1, 6)))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(future.cancel(true)).isTrue();
    gate.open();

    awaitDrivers();
    assertNothingIsWritten();
  }

  @Test
  void cancellingACommitThatHasBegunDoesNotStopIt() throws Exception {
    gate.shut(path -> path.contains("/__commits/"));
    CompletableFuture<List<String>> future = array.appendAsync(StagedCells.batch(1, 5));
    gate.awaitArrival();

    assertThat(future.cancel(true)).isTrue();
    gate.open();

    awaitDrivers();
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 5));
  }

  @Test
  void cancellingTheCommitOfStagedPartsLeavesThemStaged() throws Exception {
    StagedFragments first = stage(engine, ARRAY, 10, 1, 5);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 6);
    reads.shut();
    CompletableFuture<CommitResult> future =
        array.commitAsync(List.of(first, second), CommitOptions.DEFAULT);
    reads.awaitArrival();

    assertThat(future.cancel(true)).isTrue();
    reads.open();

    awaitDrivers();
    assertThat(read(engine, ARRAY)).isEmpty();
    assertThat(array.commit(List.of(first, second)).newlyCommitted()).isTrue();
    assertThat(read(engine, ARRAY)).containsOnlyKeys(5L, 6L);
  }

  @Test
  void cancellingAnOpenEndsIt() throws Exception {
    reads.shut();
    CompletableFuture<Array> future = engine.openAsync(ARRAY);
    reads.awaitArrival();

    assertThat(future.cancel(true)).isTrue();
    reads.open();

    awaitDrivers();
    assertThat(future).isCancelled();
    assertThat(reads.reading()).isZero();
  }

  @Test
  void closingTheEngineFailsTheFutures() throws Exception {
    ArrayWriter writer = array.writer(WriteRequest.DEFAULT, NOW);
    writer.append(StagedCells.batch(1, 5));
    reads.shut();
    CompletableFuture<Array> opened = engine.openAsync(ARRAY);
    reads.awaitArrival();
    gate.shut(path -> path.contains("/__fragments/"));
    CompletableFuture<List<String>> written = writer.commitAsync();
    gate.awaitArrival();

    engine.close();
    reads.open();
    gate.open();

    for (CompletableFuture<?> future : List.of(opened, written)) {
      assertThat(catchThrowable(future::join))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("the engine is closed");
    }
    refuses(InvalidRequestException.class, () -> array.appendAsync(StagedCells.batch(1, 5)));
    assertNothingIsWritten();
  }

  private static void awaitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until no thread drives work any more. */
  private static void awaitDrivers() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      while (thread.getName().startsWith("azulejo-driver-") && works(thread)) {
        Thread.onSpinWait();
      }
    }
  }

  private static boolean works(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().endsWith(".Tasks")) {
        return true;
      }
    }
    return false;
  }

  private void assertNothingIsWritten() {
    try (Azulejo other = Azulejo.builder().storage("mem", storage).build()) {
      assertThat(read(other, ARRAY)).isEmpty();
    }
    assertThat(StoredFiles.paths(storage)).noneMatch(path -> path.contains("__fragments/__"));
  }

  /** A store whose creations of some files wait; the threads cannot be interrupted. */
  private static final class Gate extends ForwardingStorage {
    private Predicate<String> shut = path -> false;
    private int waiting;

    Gate(Storage inner) {
      super(inner);
    }

    synchronized void shut(Predicate<String> paths) {
      shut = paths;
    }

    synchronized void open() {
      shut = path -> false;
      notifyAll();
    }

    synchronized void awaitArrival() throws InterruptedException {
      while (waiting == 0) {
        wait();
      }
    }

    private synchronized void enter(Location file) {
      boolean interrupted = false;
      waiting++;
      notifyAll();
      while (shut.test(file.toString())) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      waiting--;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public OutputFile create(Location file) {
      enter(file);
      return super.create(file);
    }

    @Override
    public void createExclusive(Location file, byte[] content) {
      enter(file);
      super.createExclusive(file, content);
    }
  }
}
