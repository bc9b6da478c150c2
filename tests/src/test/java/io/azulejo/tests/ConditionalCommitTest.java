package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.StagedFragments;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.TestLayer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits that depend on a snapshot happen only if nobody has changed the array since. */
class ConditionalCommitTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = engine(storage);

  private static void with(Storage storage, Consumer<Azulejo> act) {
    try (Azulejo other = engine(storage)) {
      act.accept(other);
    }
  }

  private StagedFragments cell(long time, int value) {
    return StagedCells.stage(engine, ARRAY, time, value, 5);
  }

  private CommitResult commit(StagedFragments part, Array read) {
    return engine.array(ARRAY).commit(List.of(part), CommitOptions.DEFAULT.onlyIf(read.token()));
  }

  private static void consolidate(Azulejo engine, MaintenanceMode mode) {
    try {
      engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
    } catch (AlreadyExistsException | NotFoundException e) {
      assertThat(e).hasMessageContaining("fragment"); // others consolidate or vacuum the same
    }
  }

  private static void vacuum(Azulejo engine) {
    for (MaintenanceMode mode :
        List.of(
            MaintenanceMode.FRAGMENTS,
            MaintenanceMode.FRAGMENT_METADATA,
            MaintenanceMode.COMMITS)) {
      engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
    }
  }

  private static void gather(Azulejo engine) {
    consolidate(engine, MaintenanceMode.COMMITS);
    vacuum(engine);
  }

  private static void maintain(Azulejo engine) {
    consolidate(engine, MaintenanceMode.FRAGMENTS);
    gather(engine);
  }

  private int commitFiles() {
    return storage.list(ARRAY.resolve("__commits")).size();
  }

  @Test
  void theFirstOfTwoCommitsOnOneSnapshotWins() {
    engine.create(ARRAY, StagedCells.SPARSE);
    Array read = engine.open(ARRAY);
    StagedFragments late = cell(20, 2);

    assertThat(commit(cell(10, 1), read).newlyCommitted()).isTrue();

    refuses(ConflictException.class, () -> commit(late, read));
    assertThat(StagedCells.read(engine, ARRAY)).containsOnly(Map.entry(5L, 1));
    assertThat(engine.discard(List.of(late))).isEmpty();
    assertThat(commit(cell(30, 3), engine.open(ARRAY)).newlyCommitted()).isTrue();
  }

  @Test
  void changesWithoutAConditionAreConflicts() {
    engine.create(ARRAY, StagedCells.SPARSE);
    Array empty = engine.open(ARRAY);
    engine.array(ARRAY).commit(List.of(StagedCells.stage(engine, ARRAY, 10, 1, 7)));
    assertThatThrownBy(() -> commit(cell(20, 2), empty)).isInstanceOf(ConflictException.class);

    Array full = engine.open(ARRAY);
    engine.array(ARRAY).delete(Condition.parse("a = 9"));
    refuses(ConflictException.class, () -> commit(cell(20, 2), full));

    Array deleted = engine.open(ARRAY);
    engine.array(ARRAY).deleteFragments(TimeRange.between(10, 10));
    refuses(ConflictException.class, () -> commit(cell(20, 2), deleted));
  }

  @Test
  void consolidationIsAConflictOnlyIfTheListOfWhatItReplacedIsGone() {
    engine.create(ARRAY, StagedCells.SPARSE);
    engine.array(ARRAY).commit(List.of(StagedCells.stage(engine, ARRAY, 10, 1, 7)));
    engine.array(ARRAY).commit(List.of(StagedCells.stage(engine, ARRAY, 11, 1, 8)));
    Array read = engine.open(ARRAY);

    consolidate(engine, MaintenanceMode.FRAGMENTS);
    consolidate(engine, MaintenanceMode.COMMITS);

    assertThat(commit(cell(20, 2), read).newlyCommitted()).isTrue();
    assertThat(StagedCells.read(engine, ARRAY)).hasSize(3);
    Array later = engine.open(ARRAY);
    consolidate(engine, MaintenanceMode.FRAGMENTS);
    vacuum(engine);
    refuses(ConflictException.class, () -> commit(cell(30, 3), later));
  }

  @Test
  void aCommitCanBeRepeatedUntilItIsKnownToHaveHappened() {
    engine.create(ARRAY, StagedCells.SPARSE);
    Array read = engine.open(ARRAY);
    StagedFragments part = cell(10, 1);
    CommitResult first = commit(part, read);

    CommitResult again = commit(part, read);

    assertThat(again.newlyCommitted()).isFalse();
    assertThat(again.fragments()).isEqualTo(first.fragments());
  }

  @Test
  void aSnapshotOfAnotherArrayIsRefused() {
    engine.create(ARRAY, StagedCells.SPARSE);
    Location other = Location.of("mem://arrays/other");
    engine.create(other, StagedCells.SPARSE);

    refuses(InvalidRequestException.class, () -> commit(cell(10, 1), engine.open(other)));
  }

  @Test
  void theNumberOfCommitsIsKnownAfterTheirFilesAreVacuumed() {
    CountedCell cell = new CountedCell(ARRAY, false);
    cell.create(engine);
    for (int i = 1; i <= 12; i++) {
      Array before = engine.open(ARRAY);
      assertThat(cell.increment(engine)).isTrue();
      if (i % 3 == 0) {
        gather(engine);
        assertThat(commitFiles()).isEqualTo(1);
      }
      StagedFragments late = StagedCells.stage(engine, ARRAY, 1, 99, 1);
      assertThatThrownBy(() -> commit(late, before)).isInstanceOf(ConflictException.class);
      engine.discard(List.of(late));
    }
    engine.array(ARRAY).deleteFragments(TimeRange.ALL);
    gather(engine);
    engine.maintenance(ARRAY).gc();
    assertThat(commitFiles()).isPositive(); // the file that says how many there were
    assertThat(engine.maintenance(ARRAY).verify().isSound()).isTrue();
  }

  /** As a process that was stopped after it had looked for changes, for however long. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriterWhoseNumberWasVacuumedChangesNothing(boolean killed) {
    CountedCell cell = new CountedCell(ARRAY, false);
    cell.create(engine);
    AtomicInteger state = new AtomicInteger();
    Storage slow =
        new ForwardingStorage(storage) {
          @Override
          public void createExclusive(Location file, byte[] content) {
            if (file.name().endsWith(".con") && state.getAndIncrement() == 0) {
              assertThat(cell.increment(engine)).isTrue();
              assertThat(cell.increment(engine)).isTrue();
              gather(engine);
              inner().createExclusive(file, content);
              if (killed) {
                throw new IllegalStateException("killed");
              }
              return;
            }
            inner().createExclusive(file, content);
          }
        };

    with(
        slow,
        late -> {
          if (killed) {
            refuses(() -> cell.increment(late));
          } else {
            assertThat(cell.increment(late)).isFalse();
          }
        });

    assertThat(cell.value(engine)).isEqualTo(2);
    assertThat(commitFiles()).isEqualTo(killed ? 2 : 1);
    assertThat(cell.increment(engine)).isTrue();
    gather(engine);
    assertThat(commitFiles()).isEqualTo(1);
    assertThat(cell.value(engine)).isEqualTo(3);
    assertThat(engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).isSound()).isTrue();
  }

  /**
   * Before each operation of a writer another one counts, before each of whose operations the array
   * is consolidated and vacuumed.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noCountIsLostWhereverAnotherWriterAndMaintenanceComeBetween(boolean deletes) {
    CountedCell cell = new CountedCell(ARRAY, deletes);
    int step = TestLayer.cases(3, 19);
    int cases = 0;
    boolean outer = true;
    for (int i = 0; outer; i += step) {
      boolean inner = true;
      for (int j = cases % step; inner; j += step) {
        Storage files = Storage.inMemory();
        with(files, cell::create);
        Successes successes = new Successes();
        count(cell, files, successes);
        Meanwhile second =
            Meanwhile.before(files, j, () -> with(files, ConditionalCommitTest::maintain));
        Meanwhile first =
            Meanwhile.before(files, i, () -> count(cell, second.storage(), successes));
        count(cell, first.storage(), successes);
        check(cell, files, successes, i, j);
        outer = first.operations() > i;
        inner = outer && second.operations() > j;
        cases++;
      }
    }
    assertThat(cases).isGreaterThan(10);
    System.out.printf("conditional commits: %,d interleavings%n", cases);
  }

  /** Another writer comes before one operation of a writer, maintenance before a later one. */
  @Test
  void noCountIsLostWhereverMaintenanceComesAfterAnotherWriter() {
    CountedCell cell = new CountedCell(ARRAY, true);
    int step = TestLayer.cases(3, 19);
    boolean more = true;
    for (int i = 0; more; i += step) {
      boolean later = true;
      for (int k = i; later; k += step) {
        Storage files = Storage.inMemory();
        with(files, cell::create);
        Successes successes = new Successes();
        Meanwhile maintained =
            Meanwhile.before(files, k, () -> with(files, ConditionalCommitTest::maintain));
        Meanwhile first =
            Meanwhile.before(maintained.storage(), i, () -> count(cell, files, successes));
        count(cell, first.storage(), successes);
        check(cell, files, successes, i, k);
        more = first.operations() > i;
        later = more && maintained.operations() > k;
      }
    }
  }

  /** How many commits happened, and of how many that is not known. */
  private static final class Successes {
    int known;
    int unknown;
  }

  /** A failure says that nothing was committed, or that it is not known. */
  @ParameterizedTest
  @EnumSource
  void anyFailureHasAKnownOrAnUnknownOutcome(FaultStorage.Fault fault) {
    CountedCell cell = new CountedCell(ARRAY, true);
    boolean failed = true;
    for (int i = 0; failed; i++) {
      Storage files = Storage.inMemory();
      with(files, cell::create);
      FaultStorage faults = new FaultStorage(files).failAt(i, fault);
      AtomicInteger least = new AtomicInteger();
      AtomicInteger most = new AtomicInteger(1);
      with(
          faults,
          engine -> {
            try {
              assertThat(cell.increment(engine)).isTrue();
              least.set(1);
            } catch (CommitUnknownException e) {
              assertThat(e)
                  .hasMessageContaining("it is not known whether the change was committed");
            } catch (StorageException e) {
              most.set(0);
            }
          });
      failed = faults.failed();
      with(
          files,
          engine -> {
            int value = cell.value(engine);
            assertThat(value).isBetween(least.get(), most.get());
            assertThat(cell.increment(engine)).isTrue();
            assertThat(cell.value(engine)).isEqualTo(value + 1);
          });
    }
  }

  private static void count(CountedCell cell, Storage storage, Successes successes) {
    with(
        storage,
        engine -> {
          try {
            if (cell.increment(engine)) {
              successes.known++;
            }
          } catch (NotFoundException e) {
            assertThat(e).hasMessageContaining("was vacuumed or deleted after");
          } catch (CommitUnknownException e) {
            successes.unknown++;
          }
        });
  }

  private static void check(
      CountedCell cell, Storage files, Successes successes, int first, int second) {
    with(
        files,
        engine -> {
          int value = cell.value(engine);
          assertThat(value)
              .as("before operations %d and %d", first, second)
              .isBetween(successes.known, successes.known + successes.unknown);
          assertThat(cell.increment(engine)).isTrue();
          maintain(engine);
          assertThat(cell.value(engine)).isEqualTo(value + 1);
          assertThat(cell.increment(engine)).isTrue();
        });
  }
}
