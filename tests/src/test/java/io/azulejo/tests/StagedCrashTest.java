package io.azulejo.tests;

import static io.azulejo.tests.StagedCells.stage;
import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.testkit.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when fragments are staged, committed or discarded: the
 * array has all of them or none, and what is repeated happens once.
 */
class StagedCrashTest {
  private static final CommitOptions JOB = CommitOptions.DEFAULT.id("job 1");

  /** What was staged in preparation; the same for all cases. */
  private final List<StagedFragments> staged = new ArrayList<>();

  /** The cells, and the names of the fragments that are there, committed or not. */
  private record Fragments(Object cells, Set<String> there) {
    static Fragments of(Azulejo engine) {
      return new Fragments(
          SweptArray.read(engine),
          Set.copyOf(engine.storage(ARRAY).names(ARRAY.resolve("__fragments"))));
    }
  }

  private Scenario prepared(String name, Scenario.Reading reading) {
    return Scenario.of(name, reading)
        .preparedBy(SweptArray.create(StagedCells.SPARSE))
        .preparedBy(engine -> StagedCells.write(engine, ARRAY, 20, 1, 1, 2, 3));
  }

  private void stageTwo(Azulejo engine) {
    staged.clear();
    staged.add(stage(engine, ARRAY, 30, 2, 3, 4, 5));
    staged.add(stage(engine, ARRAY, 30, 3, 6, 7));
  }

  private Scenario committing(CommitOptions options) {
    return prepared("a commit " + options.id(), SweptArray::read)
        .preparedBy(this::stageTwo)
        .changedBy(engine -> engine.array(ARRAY).commit(staged, options))
        .then(engine -> engine.array(ARRAY).commit(staged, options));
  }

  /** A job of two parts, which cleans up after itself where nothing can have been committed. */
  private static void job(Azulejo engine) {
    List<StagedFragments> parts = new ArrayList<>();
    try {
      parts.add(stage(engine, ARRAY, 30, 2, 3, 4, 5));
      parts.add(stage(engine, ARRAY, 30, 3, 6, 7));
      engine.array(ARRAY).commit(parts, JOB);
    } catch (CommitUnknownException e) {
      throw e;
    } catch (AzulejoException e) {
      try {
        engine.discard(parts);
      } catch (AzulejoException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private Scenario wholeJob() {
    return prepared("a job of two parts", SweptArray::read)
        .changedBy(StagedCrashTest::job)
        .then(StagedCrashTest::job);
  }

  private Scenario sealed() {
    return Scenario.of("a commit to a sealed array", SealCrashTest::read)
        .preparedBy(SweptArray.create(StagedCells.SPARSE))
        .preparedBy(engine -> engine.maintenance(ARRAY).seal(SealRequest.DEFAULT.kept()))
        .preparedBy(engine -> StagedCells.write(engine, ARRAY, 20, 1, 1, 2, 3))
        .preparedBy(this::stageTwo)
        .changedBy(engine -> engine.array(ARRAY).commit(staged, JOB))
        .ignoringFiles("\\.seal\\.d/")
        .then(engine -> engine.array(ARRAY).commit(staged, JOB));
  }

  @Test
  void partsAreCommittedTogetherOrNotAndOnceWithAnId() throws Exception {
    SweptArray.sweep(committing(JOB));
  }

  @Test
  void partsAreCommittedTogetherOrNotWithoutAnId() throws Exception {
    SweptArray.sweep(committing(CommitOptions.DEFAULT));
  }

  @Test
  void aJobThatIsRetriedWithOtherFragmentsHappensOnce() throws Exception {
    SweptArray.sweepThinly(wholeJob(), SweptArray::collect, 3);
  }

  @Test
  void whatIsDiscardedAfterACrashIsDiscardedByTheNext() throws Exception {
    SweptArray.sweep(
        prepared("discarding", Fragments::of)
            .preparedBy(this::stageTwo)
            .preparedBy(engine -> engine.array(ARRAY).commit(staged.subList(0, 1), JOB))
            .changedBy(engine -> engine.discard(staged))
            .then(engine -> engine.discard(staged))
            .allowingState(read -> ((Fragments) read).there().size() >= 2)
            .finishedByNext()
            .mayLeaveFiles());
  }

  @Test
  void onePartIsCommittedAndTheOtherDiscarded() throws Exception {
    SweptArray.sweep(
        prepared("a part alone", SweptArray::read)
            .preparedBy(this::stageTwo)
            .changedBy(
                engine -> {
                  engine.discard(staged.subList(1, 2));
                  engine.array(ARRAY).commit(staged.subList(0, 1), JOB);
                })
            .then(
                engine -> {
                  engine.discard(staged.subList(1, 2));
                  engine.array(ARRAY).commit(staged.subList(0, 1), JOB);
                })
            .mayLeaveFiles());
  }

  @Test
  void whatIsStagedInOneEngineAndCommittedInAnotherIsSealed() throws Exception {
    SweptArray.sweep(sealed());
  }

  @Test
  @Tag("slow")
  void everythingMayGoWrongWithACommit() throws Exception {
    SweptArray.sweepWhole(committing(JOB));
    SweptArray.sweepWhole(wholeJob());
    SweptArray.sweepWhole(sealed());
  }
}
